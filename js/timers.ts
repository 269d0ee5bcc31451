/*
 * Owns what is known of the platform's timers.
 */

/** Above this they wrap around, and fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
