/*
 * Owns the comparison of the entries: what one exports the other does, under the same types, so that a type of one fits the other's.
 */
import type * as main from 'countersign';
import type * as inline from 'countersign/inline';

export const there: typeof main = {} as typeof inline;
export const back: typeof inline = {} as typeof main;
export const result = (given: inline.RunResult<1>): main.RunResult<1> => given;
