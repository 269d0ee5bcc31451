import { createSandbox } from 'countersign';

/** On the server the same import runs code in a worker thread. */
export async function GET() {
  const sandbox = createSandbox();
  try {
    const result = await sandbox.run({ code: 'return 6 * 7' });
    return Response.json(result.status === 'completed' ? result.value : result.error.message);
  } catch (error) {
    return Response.json(`${error.name}: ${error.message}`, { status: 500 });
  } finally {
    await sandbox.dispose();
  }
}
