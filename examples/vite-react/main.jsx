import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Records } from './records.jsx';

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Records />
  </StrictMode>,
);
