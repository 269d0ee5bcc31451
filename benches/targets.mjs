/*
 * Owns talking to the workers of a page over Chromium's protocol: they have sessions of their own, reached through the page's. What must hold: an
 * answer that is an error rejects what asked.
 */

/** Calls `attached(worker)` for each worker as it comes; with `paused` each waits for `Runtime.runIfWaitingForDebugger`. A worker is its `send(method, params)`. */
export async function followWorkers(session, { paused = false, attached }) {
  const waiting = new Map();
  let last = 0;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  });
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'worker') return;
    const send = (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(reject);
      });
    attached({ send });
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: paused, flatten: false });
}
