/*
 * Owns the two shapes the worker's entry stands between: the engine the build makes out of the core (`countersign-glue`),
 * and the host the engine speaks to. What must hold: everything that crosses is plain data of protocol.ts.
 */
import type { CallMessage, CallReply, Decision, DeliveryEntry, ErrorData, Finish, LogEntryData, StartRequest } from './protocol.js';

/** One instance of the core: one run, then it is dropped. */
export interface Engine {
  /** Builds the realm ahead of the run, so that it costs the run nothing. */
  prepare(): boolean;
  /** From its start. */
  run(request: StartRequest, host: EngineHost): Promise<Finish>;
  /** From its record. */
  resume(request: StartRequest, host: EngineHost): Promise<Finish>;
}

/** What the core asks of the page, as `src/wasm.rs` calls it. */
export interface EngineHost {
  call(message: CallMessage): Promise<CallReply>;
  execute(seq: number, ahead: boolean): Promise<CallReply>;
  onApproval(seq: number): Promise<Decision>;
  withdraw(seq: number): void;
  invalid(call: CallMessage, error: ErrorData): void;
  log(entry: LogEntryData): void;
  journal(entries: DeliveryEntry[]): void;
  repeated(): void;
  sleep(ms: number): Promise<void>;
  now(): number;
}
