/*
 * Owns the proof that the examples of docs/code-mode.md, and those of docs/ai-sdk.md that need no page, run as they stand.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { blocksOf, importLine, importsIn } from '../../scripts/lib/examples.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { modelThatRuns, versions } from './chat-kit.mjs';

/** Runs the blocks as one module, with what the app has of its own, and answers with what `tell` is. */
async function program(name, blocks, app, tell) {
  globalThis.app = app;
  const text = blocks.join('\n').replaceAll(/^export /gm, '');
  const file = join(root, `.cache/plugs/${name}.mjs`);
  mkdirSync(join(root, '.cache/plugs'), { recursive: true });
  const given = `const { ${Object.keys(app).join(', ')} } = globalThis.app;`;
  writeFileSync(file, `${importsIn(blocks)}${given}\n${text.replaceAll(importLine, '')}\nexport const told = await (${tell})();`);
  return (await import(pathToFileURL(file))).told;
}

/** No to 2, yes to the others. */
const cards = [];
const showCard = async pending => {
  cards.push(pending.map(call => [call.input].flat()[0].id));
  const idsOf = wanted => pending.filter(call => ([call.input].flat()[0].id === 2) === wanted).map(call => call.callId);
  return { ticked: idsOf(false), unticked: idsOf(true) };
};

test('docs/code-mode.md', async () => {
  const told = await program('code-mode', blocksOf('docs/code-mode.md'), { showCard, console: { log: (...said) => said } }, async () => {
    const clean = (list, remove) =>
      `for (const id of await ${list}({})) await ${remove}({ id }).catch(error => console.log(error.name, id));\nreturn 'done';`;
    const one = await codeTool.execute({ code: `async () => { ${clean('codemode.listRows', 'codemode.deleteRow')} }` });
    const left = [...rows.keys()];
    rows.set(5, 'five');
    const two = await tool.execute({ typescriptCode: clean('external_listRows', 'external_deleteRow') });
    await sandbox.dispose();
    return { one, left, two, end: [...rows.keys()], result };
  });
  assert.deepEqual(told, {
    one: { result: 'done', logs: ['ApprovalRejected 2'] },
    left: [2],
    two: { success: true, result: 'done', logs: ['ApprovalRejected 2'] },
    end: [2],
    result: 'the text of /a',
  });
  assert.deepEqual(cards.splice(0), [
    [1, 2, 3],
    [2, 5],
  ]);
});

test('docs/ai-sdk.md: a loop beside the sandbox, tool sets, MCP', async () => {
  const [, , loop, toolSets, mcp] = blocksOf('docs/ai-sdk.md');
  const scene = `import { createSandbox } from 'countersign';\nimport { codeTool } from 'countersign/ai-sdk';
    const gone = [];
    const code = codeTool(createSandbox({ functions: { deleteRow: { approval: true, execute: ({ id }) => void gone.push(id) } } }));`;
  const text = `for (const id of [1, 2, 3]) await deleteRow({ id }).catch(() => {});`;
  const said = [];
  const app = {
    showCard,
    model: modelThatRuns(versions[1], { code: text }),
    console: { log: (...words) => said.push(...words) },
    client: {
      listTools: async () => ({ tools: [{ name: 'search' }, { name: 'drop' }] }),
      callTool: async ({ name }) => ({ content: [{ type: 'text', text: name }] }),
    },
  };
  const told = await program('ai-sdk', [scene, loop, toolSets, mcp], app, async () => {
    const searched = await withServer.run({ code: `return [await search({}), await drop({}).catch(error => error.name)]` });
    return { gone, searched: searched.value };
  });
  assert.deepEqual(told, { gone: [1, 3], searched: ['search', 'ApprovalRejected'] });
  assert.deepEqual(cards, [[1, 2, 3]]);
  assert.match(said[0], /"status":"completed"/);
  assert.deepEqual(said.slice(1), ['pending', ['fulfilled', 'fulfilled', 'pending']]);
});
