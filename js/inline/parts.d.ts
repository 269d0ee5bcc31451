/* What the build puts into this entry; see scripts. */
declare module 'countersign-parts' {
  /** worker.ts with all it needs, as a classic script. */
  export const workerScript: string;
  /** The engine: gzip, as base64. */
  export const engine: string;
}
