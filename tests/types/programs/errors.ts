/* Errors are told apart by name, and `is` narrows. */
import { RunError, type RunResult, SandboxError, unwrap } from 'countersign';

export function explain(error: unknown): string {
  if (RunError.is(error, 'ReplayMismatch'))
    return `${error.seq}: ${error.expected?.fn} became ${error.actual?.fn}; ran ${error.ran?.length ?? 0}`;
  if (RunError.is(error)) {
    if (error.name === 'ApprovalRejected') return `${error.fn} (${error.callId}): ${error.reason ?? 'no reason'}`;
    if (error.name === 'SyntaxError') return `${error.line}: ${error.sourceLine}`;
    return `${error.guestName ?? error.name} ${error.limit ?? ''} ${error.path ?? ''} ${error.guestStack ?? ''}`;
  }
  if (SandboxError.is(error, 'RunPending')) return error.result?.status ?? 'pending';
  if (SandboxError.is(error)) return `${error.name}: ${error.names?.join() ?? error.path ?? error.message}`;
  return String(error);
}

export function valueOr<T>(result: RunResult<T>, otherwise: T): T {
  try {
    return unwrap(result);
  } catch (error) {
    if (error instanceof RunError || error instanceof SandboxError) return otherwise;
    throw error;
  }
}

declare const failed: RunError;
// @ts-expect-error no error has that name
export const odd: boolean = failed.name === 'TimeOut';
// @ts-expect-error no error has that name
SandboxError.is(failed, 'Timeout');
// @ts-expect-error errors are read-only
failed.line = 3;
