/* What the build makes out of the core for worker.ts; see scripts. */
declare module 'countersign-glue' {
  /** A fresh instance each time. */
  export function instantiate(module: WebAssembly.Module): import('./engine.js').Engine;
}
