import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../js/sandbox.ts';
import { partsOf, sealOf } from '../../js/seal.ts';
import { Signing } from '../../js/signing.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { made } from './checkpoint-kit.mjs';
import { callsOnce, marked, pause, sandboxOf } from './sandbox-kit.mjs';

const bytes = seed => Uint8Array.from({ length: 32 }, (_, at) => (at * 7 + seed) % 256);
const cryptoKey = (seed, usages, algorithm = { name: 'HMAC', hash: 'SHA-256' }) =>
  crypto.subtle.importKey('raw', bytes(seed), algorithm, false, usages);
const copy = value => JSON.parse(JSON.stringify(value));
const refused = (promise, pattern) =>
  assert.rejects(promise, error => {
    assert.equal(error.name, 'CheckpointInvalid', `${error.name}: ${error.message}`);
    assert.match(error.message, pattern);
    return true;
  });
const invalidKey = (signingKey, path, pattern) =>
  assert.throws(
    () => createSandbox({ signingKey }),
    error => {
      assert.deepEqual([error.name, error.path], ['InvalidOptions', path], error.message);
      assert.match(error.message, pattern);
      return true;
    },
  );

test('a key that could not sign or verify is refused by its place, and never shown', async () => {
  invalidKey([], 'signingKey', /list is empty/);
  invalidKey(new Uint8Array(0), 'signingKey', /0 bytes is no key; at least 16.*getRandomValues/);
  invalidKey([bytes(1), new Uint8Array(15)], 'signingKey[1]', /15 bytes is too short/);
  invalidKey(new Uint8Array(1), 'signingKey', /1 byte is too short/);
  for (const [junk, kind] of [
    ['hunter2 hunter2 hunter2', /this is text/],
    [bytes(1).buffer, /an ArrayBuffer, so use new Uint8Array/],
    [7, /a number/],
    [null, /null/],
    [{ toString: () => 'secret' }, /an object/],
  ]) {
    invalidKey(junk, 'signingKey', kind);
    invalidKey([bytes(1), junk], 'signingKey[1]', kind);
  }
  assert.throws(
    () => createSandbox({ signingKey: 'hunter2 hunter2' }),
    ({ message }) => !message.includes('hunter2'),
  );
  invalidKey(await cryptoKey(1, ['verify']), 'signingKey', /first key signs.*\['sign', 'verify'\]/);
  invalidKey(await cryptoKey(1, ['sign'], { name: 'HMAC', hash: 'SHA-512' }), 'signingKey', /HMAC with SHA-512/);
  invalidKey(await crypto.subtle.importKey('raw', bytes(1), 'AES-GCM', false, ['encrypt']), 'signingKey', /is for AES-GCM/);
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  invalidKey(pair.privateKey, 'signingKey', /is for ECDSA/);
  invalidKey(pair, 'signingKey', /an object/);
  for (const fine of [
    bytes(1),
    Buffer.from(bytes(1)),
    [bytes(1)],
    await cryptoKey(1, ['sign']),
    [await cryptoKey(1, ['sign', 'verify']), await cryptoKey(2, ['verify'])],
  ])
    await createSandbox({ signingKey: fine }).dispose();
});

test('without a secure context a key is InvalidOptions that says so', () => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: crypto.getRandomValues.bind(crypto) }, configurable: true });
  try {
    invalidKey(bytes(1), 'signingKey', /crypto\.subtle.*secure context: serve it over HTTPS or from localhost/);
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
  }
});

test('the bytes of a key are copied: later changes mean nothing', async () => {
  const key = bytes(1);
  const { signingKey } = (await import('../../js/options.ts')).readSandboxOptions({ signingKey: key });
  key.fill(0);
  assert.deepEqual(signingKey, [bytes(1)]);
});

test('what was signed opens, with every kind of key, and has the fields it was made with', async () => {
  const { checkpoint } = await made();
  const keyed = [bytes(1), await cryptoKey(1, ['sign', 'verify']), await cryptoKey(1, ['sign'])].map(key => new Signing([key]));
  const sealed = await Promise.all(keyed.map(signing => signing.seal(checkpoint)));
  assert.deepEqual(new Set(sealed.map(({ signature }) => signature)).size, 1, 'the same key, the same signature');
  assert.match(sealed[0].signature, /^[0-9a-f]{64}$/);
  for (const signing of [...keyed, new Signing([await cryptoKey(1, ['sign']), await cryptoKey(2, ['verify'])]), new Signing()]) {
    const { fields, checkpoint: plain, seal } = await signing.open(copy(sealed[0]));
    assert.deepEqual([fields.runId, fields.journal], [checkpoint.runId, checkpoint.journal]);
    assert.deepEqual([plain, seal], [sealed[0], sealOf(sealed[0])]);
  }
});

test('the first key signs, all verify', async () => {
  const { checkpoint } = await made();
  const [one, two, both] = [new Signing([bytes(1)]), new Signing([bytes(2)]), new Signing([bytes(2), bytes(1)])];
  const old = await one.seal(checkpoint);
  await both.open(old);
  await refused(two.open(old), /signature of its content is of none of this sandbox's keys.*signingKey: \[now, before\]/);
  const now = await both.seal(checkpoint);
  await two.open(now);
  await refused(one.open(now), /none of this sandbox's keys/);
  await new Signing([bytes(3), await cryptoKey(1, ['verify'])]).open(old);
});

test('unsigned, it is refused and says why; without a key a signature is not looked at', async () => {
  const { checkpoint } = await made();
  const signing = new Signing([bytes(1)]);
  await refused(signing.open(checkpoint), /it is not signed, and this sandbox has a signingKey/);
  for (const signature of ['', 'x', 5, null, {}, 'A'.repeat(64), '0'.repeat(63)])
    await refused(signing.open({ ...checkpoint, signature }), /signature: expected 64 hexadecimal digits/);
  await refused(signing.open({ ...checkpoint, signature: '0'.repeat(64) }), /none of this sandbox's keys/);
  const bare = new Signing();
  assert.equal(await bare.seal(checkpoint), checkpoint);
  await bare.open({ ...checkpoint, signature: '0'.repeat(64) });
  await refused(bare.open({ ...checkpoint, signature: 'x' }), /signature: expected/);
});

const ENTRIES = [
  [
    { e: 'decided', seq: 1, decision: 'approve', at: 7 },
    { e: 'started', seq: 1, at: 8 },
  ],
  [{ e: 'settled', seq: 1, state: 'fulfilled', value: '{"id":1}', at: 9 }],
  [{ e: 'delivered', seq: 1, at: 10 }],
];

/** The record as a store that appends gives it back, and what its journal is then. */
async function appended(signing, checkpoint) {
  const record = await signing.seal(checkpoint);
  const stored = [...record.journal];
  let seal = sealOf(record);
  for (const batch of ENTRIES) {
    const next = await signing.append(seal, batch);
    stored.push(...next.entries);
    seal = next.seal;
  }
  return { record: copy({ ...record, journal: stored }), seal, journal: [...checkpoint.journal, ...ENTRIES.flat()] };
}

for (const [name, signing] of [
  ['with a key', new Signing([bytes(1)])],
  ['without', new Signing()],
])
  test(`appended batches are chained to what was there: ${name}`, async () => {
    const { checkpoint } = await made();
    const { record, seal, journal } = await appended(signing, checkpoint);
    const opened = await signing.open(record);
    assert.deepEqual([opened.fields.journal, opened.seal], [journal, seal]);
    // Each part may be the last: a crash comes at any time.
    const heads = record.journal.flatMap(({ e }, at) => (e === 'appended' ? [at] : []));
    for (const head of heads) await signing.open({ ...record, journal: record.journal.slice(0, head) });
    const [first, second, third] = heads;
    const altered = [
      journal => journal.splice(first, second - first),
      journal => journal.splice(second, third - second),
      journal => journal.splice(first, 1),
      journal => journal.splice(third, 1),
      journal => journal.splice(first + 1, 1),
      journal => journal.push(...journal.slice(third)),
      journal => journal.push({ e: 'started', seq: 2, at: 1 }),
      journal => journal.splice(first, 0, journal[third], ...journal.splice(third)),
      journal => {
        journal[first + 1].at += 1;
      },
      journal => {
        journal[0].line += 1;
      },
      journal => {
        journal[second].digest = journal[third].digest;
      },
    ];
    for (const alter of altered) {
      const other = copy(record);
      alter(other.journal);
      await refused(signing.open(other), /digest is not that of its content/);
    }
  });

test('a batch costs what it holds, not what was there before', async () => {
  const signing = new Signing([bytes(1)]);
  const { checkpoint } = await made();
  let seal = sealOf(await signing.seal({ ...checkpoint, metadata: { much: 'x'.repeat(8_000_000) } }));
  const began = performance.now();
  for (let round = 0; round < 1_000; round++) ({ seal } = await signing.append(seal, ENTRIES[1]));
  // A thousand times the record would be half a minute of hashing.
  assert.ok(performance.now() - began < 5_000);
});

test('a signature for one purpose, or of another record, is worth nothing for another', async () => {
  const signing = new Signing([bytes(1)]);
  const { checkpoint } = await made();
  const record = await signing.seal(checkpoint);
  const other = await signing.seal((await made({ runId: 'run-other' })).checkpoint);
  const batch = await signing.append(sealOf(other), ENTRIES[0]);
  const digestless = { ...batch.entries[0], digest: (await new Signing().append(sealOf(record), ENTRIES[0])).entries[0].digest };
  await refused(signing.open({ ...record, journal: [...record.journal, digestless, ...ENTRIES[0]] }), /signature of journal\[\d+\]/);
  const { signature: _, ...unsigned } = digestless;
  await refused(signing.open({ ...record, journal: [...record.journal, unsigned, ...ENTRIES[0]] }), /journal\[\d+\] is not signed/);
  const claimed = await signing.seal({ ...checkpoint, claim: { by: 'me', until: 5 } });
  assert.equal(claimed.signature, record.signature, 'without the claim it is the same checkpoint, and signed');
  assert.deepEqual(await signing.openClaim(claimed), { by: 'me', until: 5 });
  await refused(signing.openClaim({ ...claimed, claim: { ...claimed.claim, until: 6 } }), /signature of claim/);
  await refused(signing.openClaim({ ...claimed, claim: { by: 'me', until: 5 } }), /claim is not signed/);
  await refused(signing.openClaim({ ...other, claim: claimed.claim }), /signature of claim/);
  await refused(signing.openClaim({ ...claimed, claim: { ...claimed.claim, signature: record.signature } }), /signature of claim/);
});

test('every member is in exactly one part', async () => {
  const { checkpoint } = await made();
  const [{ text }] = partsOf({ ...checkpoint, signature: 's', claim: { by: 'me' } });
  const { digest: _, ...rest } = checkpoint;
  assert.deepEqual(JSON.parse(text), rest);
});

// ─── In a sandbox ────────────────────────────────────────────────────────────────────────────────

const waiting = async options => {
  const w = marked();
  const { sandbox } = sandboxOf(callsOnce(), { functions: w.functions, ...options });
  return { w, sandbox, result: await sandbox.run({ code: 'return await w({ id: 1 })', approval: pause }) };
};
const yes = { all: 'approve' };

test('with a key: what the sandbox gives out and what it keeps is signed, also while it runs and after it ended', async () => {
  const store = memoryStore();
  const { sandbox, result } = await waiting({ store, signingKey: bytes(1) });
  const [kept] = await store.list();
  assert.deepEqual(kept, result.checkpoint);
  assert.match(kept.signature, /^[0-9a-f]{64}$/);
  const saved = [];
  const watching = { ...store, save: async (record, expected) => saved.push(copy(record)) > 0 && store.save(record, expected) };
  const other = (await waiting({ store: watching, signingKey: bytes(1) })).sandbox;
  saved.length = 0;
  assert.equal((await other.resume(result.runId, { approve: [`${result.runId}.1`] })).status, 'completed');
  assert.ok(saved.length >= 2);
  for (const record of saved) assert.match(record.signature, /^[0-9a-f]{64}$/);
  assert.match(saved[0].claim.signature, /^[0-9a-f]{64}$/);
  await assert.rejects(sandbox.resume(kept, yes), { name: 'RunNotPending' });
});

test('a record that the store altered is refused, not listed, and reported; the others are', async t => {
  const store = memoryStore();
  const { w, sandbox, result } = await waiting({ store, signingKey: bytes(1) });
  const { result: second } = await waiting({ store, signingKey: bytes(1) });
  const { result: unsigned } = await waiting({ store });
  const { makeCheckpoint, readCheckpoint } = await import('../../js/checkpoint.ts');
  const forged = { ...makeCheckpoint(readCheckpoint({ ...result.checkpoint })), signature: result.checkpoint.signature };
  forged.code = 'return await w({ id: 2 })';
  const { digest } = makeCheckpoint(
    readCheckpoint({ ...forged, digest: makeCheckpoint({ ...readCheckpoint(result.checkpoint), code: forged.code }).digest }),
  );
  await store.save({ ...forged, digest }, result.checkpoint.generation);
  const reported = [];
  const previous = globalThis.reportError;
  globalThis.reportError = error => reported.push(error);
  t.after(() => {
    globalThis.reportError = previous;
  });
  assert.deepEqual(
    (await sandbox.pending()).map(({ runId }) => runId),
    [second.runId],
  );
  assert.deepEqual(
    reported.map(({ name }) => name),
    ['CheckpointInvalid', 'CheckpointInvalid'],
  );
  assert.ok(
    reported.some(({ message }) => /none of this sandbox's keys/.test(message)) &&
      reported.some(({ message }) => /not signed/.test(message)),
  );
  await assert.rejects(sandbox.resume(result.runId, { approve: [`${result.runId}.1`] }), { name: 'CheckpointInvalid' });
  await assert.rejects(sandbox.resume(unsigned.checkpoint, yes), { name: 'CheckpointInvalid' });
  await assert.rejects(sandbox.discard(unsigned.runId), { name: 'CheckpointInvalid' });
  assert.deepEqual(w.inputs, []);
});

test('a forged ending is no ending: the checkpoint is refused, rather than the run believed to be over', async () => {
  const store = memoryStore();
  const { sandbox, result } = await waiting({ store, signingKey: bytes(1) });
  const { runId, generation } = result.checkpoint;
  await store.save({ version: 1, runId, generation: generation + 1, code: '', status: 'completed', endedAt: 1 }, generation);
  await assert.rejects(sandbox.resume(runId, { approve: [`${runId}.1`] }), { name: 'CheckpointInvalid', message: /not signed/ });
});
