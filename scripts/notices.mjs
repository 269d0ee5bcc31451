/*
 * Owns `npm run notices`: writes THIRD_PARTY_NOTICES, after a build and whenever a dependency changed. What must hold: the same dependencies give the
 * same text, which a test compares. The text is lib/notices.mjs's.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notices } from './lib/notices.mjs';
import { root } from './lib/places.mjs';

try {
  writeFileSync(join(root, 'THIRD_PARTY_NOTICES'), notices());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
