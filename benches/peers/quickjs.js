/*
 * Owns quickjs-emscripten as a peer: its default variant (release, sync), in a module worker that is kept. It does not end a run that hangs,
 * ask anyone, or repeat a run as it was; clock and random numbers are the host's.
 */
import { linkTo } from './worker-link.js';

export const open = functions => linkTo(new Worker(new URL('./quickjs-worker.js', import.meta.url), { type: 'module' }), functions);
