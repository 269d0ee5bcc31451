import type { ReactNode } from 'react';
import './main.css';

export const metadata = { title: 'Records' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
