/*
 * Owns the proof that collect is the same whichever way its cards are decided: by the handle, by the checkpoint through JSON text in
 * another sandbox, by the batch hook. The programs are in collect-cards.js and collect-decisions.js, the comparison in collect-ways.js.
 */
import { inPage } from './harness.mjs';

const groups = {
  'C1: what one card is': ['collect-cards.js', 'oneCard'],
  'C2, C3, C7: where a pass ends': ['collect-cards.js', 'cuts'],
  'C4, C5, C6, C9: what runs before anybody is asked': ['collect-cards.js', 'order'],
  'R3, R4, R10: decisions': ['collect-decisions.js', 'decided'],
  'R5, R6: effects keep their order': ['collect-decisions.js', 'effects'],
  'R7, R8: another way': ['collect-decisions.js', 'ways'],
};

for (const [name, [file, group]] of Object.entries(groups)) {
  inPage(
    `${name}, in three ways`,
    async ({ countersign, load, data }) => {
      const { playAll } = await load('/tests/page/collect-ways.js');
      const programs = await load(`/tests/page/${data.file}`);
      await playAll(countersign, programs[data.group]);
    },
    { data: { file, group } },
  );
}
