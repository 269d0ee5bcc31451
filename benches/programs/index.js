/*
 * Owns the list of the benchmark's programs. Each is `{ name, functions, code }`; all of them are compared with the platform's answer.
 */
import { calls } from './calls.js';
import { records } from './records.js';
import { texts } from './texts.js';

export const programs = [...records, ...texts, ...calls];
