import { Records } from './records';

/** A server component around the one that runs code and asks. */
export default function Page() {
  return (
    <main>
      <h1>Records</h1>
      <Records />
    </main>
  );
}
