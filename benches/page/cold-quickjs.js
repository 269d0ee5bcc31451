/*
 * Owns the cold page of one peer: from navigation to the first result, with nothing else on the page.
 */
import { open } from '../peers/quickjs.js';
import { first } from './first.js';

void first(open);
