/* A listener that draws a run as it goes. */
import { type CallRecord, createSandbox, type LogEntry, type RunEvent } from 'countersign';

export function draw(event: RunEvent): string {
  switch (event.type) {
    case 'started':
      return `pass ${event.pass}`;
    case 'call':
    case 'settled':
      return row(event.call);
    case 'approval-required':
      return `card ${event.generation}: ${event.pending.length}`;
    case 'decided':
      return `${event.callId}: ${event.decision}`;
    case 'log':
      return line(event.entry);
    case 'ended':
      return event.status;
    default: {
      const none: never = event;
      return none;
    }
  }
}

function row(call: CallRecord): string {
  const open = call.state === 'running' || call.state === 'pending' || call.state === 'approved' || call.state === 'unknown';
  const took = call.startedAt !== undefined && call.settledAt !== undefined ? call.settledAt - call.startedAt : 0;
  return `${call.seq} ${call.fn} ${open ? '…' : call.state} ${took} ms ${call.error?.name ?? ''} ${call.ahead ? 'ahead' : ''}`;
}

const line = (entry: LogEntry): string => `${entry.level} ${entry.text} ${entry.line ?? ''}`;

export const drawn = createSandbox().run({ code: '1', onEvent: event => console.log(event.runId, draw(event)) });

// @ts-expect-error no such event
export const odd = (event: RunEvent): boolean => event.type === 'finished';
// @ts-expect-error only one kind of event has an entry
export const entry = (event: RunEvent): LogEntry => event.entry;
