import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../js/sandbox.ts';
import { contentOf } from '../../js/seal.ts';
import { linkOf, Signing } from '../../js/signing.ts';
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
    const { fields, checkpoint: plain } = await signing.open(copy(sealed[0]));
    assert.deepEqual([fields.runId, fields.journal, plain], [checkpoint.runId, checkpoint.journal, sealed[0]]);
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
    await refused(signing.open({ ...checkpoint, signature }), /its signature: expected 64 hexadecimal digits/);
  await refused(signing.open({ ...checkpoint, signature: '0'.repeat(64) }), /none of this sandbox's keys/);
  const bare = new Signing();
  assert.equal(await bare.seal(checkpoint), checkpoint);
  await bare.open({ ...checkpoint, signature: '0'.repeat(64) });
  await refused(bare.open({ ...checkpoint, signature: 'x' }), /signature: expected/);
});

const STEPS = [
  [
    { e: 'decided', seq: 1, decision: 'approve', at: 7 },
    { e: 'started', seq: 1, at: 8 },
  ],
  [{ e: 'settled', seq: 1, state: 'fulfilled', value: '{"id":1}', at: 9 }],
  [{ e: 'delivered', seq: 1, at: 10 }],
];

async function batchesOf(signing, record) {
  const batches = [];
  for (const steps of STEPS) batches.push(await signing.batch(steps, batches.at(-1) ?? linkOf(record)));
  return copy(batches);
}

for (const [name, signing] of [
  ['with a key', new Signing([bytes(1)])],
  ['without', new Signing()],
])
  test(`batches are chained to the record they were appended to: ${name}`, async () => {
    const record = await signing.seal((await made()).checkpoint);
    const batches = await batchesOf(signing, record);
    assert.deepEqual(await signing.openBatches(batches, record), STEPS.flat());
    // A crash comes at any time.
    for (const [at] of batches.entries())
      assert.deepEqual(await signing.openBatches(batches.slice(0, at), record), STEPS.slice(0, at).flat());
    const altered = [
      all => all.shift(),
      all => all.splice(1, 1),
      all => all.reverse(),
      all => all.push(all[1]),
      all => all[0].steps.pop(),
      all => all[2].steps.push({ e: 'began' }),
      all => {
        all[1].steps[0].at += 1;
      },
      all => {
        all[1].seal = all[0].seal;
      },
      all => {
        all[1].stray = 1;
      },
      all => {
        all[1].steps = 'x';
      },
      all => {
        all[1] = null;
      },
      all => all.push(...record.journal),
    ];
    for (const alter of altered) {
      const other = copy(batches);
      alter(other);
      await refused(
        signing.openBatches(other, record),
        /what was appended to it as number \d was changed, or something before it is missing/,
      );
    }
    const other = await signing.seal((await made({ runId: 'run-other' })).checkpoint);
    await refused(signing.openBatches(batches, other), /number 1 was changed/);
    await refused(signing.open({ ...record, journal: [...record.journal, ...batches] }), /digest is not that of its content/);
  });

test('a batch costs what it holds, not what was there before', async () => {
  const signing = new Signing([bytes(1)]);
  const { checkpoint } = await made();
  let link = linkOf(await signing.seal({ ...checkpoint, metadata: { much: 'x'.repeat(8_000_000) } }));
  const began = performance.now();
  for (let round = 0; round < 1_000; round++) link = await signing.batch(STEPS[1], link);
  // A thousand times the record would be half a minute of hashing.
  assert.ok(performance.now() - began < 5_000);
});

test('a forged batch is refused with a key: its seal anybody can make, its signature not', async () => {
  const signing = new Signing([bytes(1)]);
  const record = await signing.seal((await made()).checkpoint);
  const forged = await new Signing().batch(STEPS[0], linkOf(record));
  await refused(signing.openBatches([forged], record), /number 1 is not signed/);
  const [genuine] = await batchesOf(signing, await signing.seal((await made({ runId: 'run-other' })).checkpoint));
  for (const signature of [genuine.signature, record.signature, (await new Signing([bytes(2)]).batch(STEPS[0], linkOf(record))).signature])
    await refused(signing.openBatches([{ ...forged, signature }], record), /signature of what was appended to it as number 1 is of none/);
  await refused(signing.openBatches([{ ...forged, signature: 'x' }], record), /number 1: expected 64/);
});

test('a claim is signed apart, so that it can be renewed; it is worth nothing beside another record', async () => {
  const signing = new Signing([bytes(1)]);
  const record = await signing.seal((await made()).checkpoint);
  const other = await signing.seal((await made({ runId: 'run-other' })).checkpoint);
  const claim = await signing.sealClaim({ by: 'me', until: 5 }, record);
  assert.deepEqual(await signing.openClaim({ ...record, claim }), { by: 'me', until: 5 });
  assert.equal(await signing.openClaim(record), undefined);
  const wrong = [
    [{ ...claim, until: 6 }, /signature of claim is of none/],
    [{ by: 'me', until: 5 }, /claim is not signed/],
    [{ ...claim, signature: record.signature }, /signature of claim is of none/],
    [5, /claim: expected an object/],
  ];
  for (const [claim, pattern] of wrong) await refused(signing.openClaim({ ...record, claim }), pattern);
  await refused(signing.openClaim({ ...other, claim }), /signature of claim is of none/);
  assert.deepEqual(await new Signing().openClaim({ ...record, claim: { by: 'me' } }), { by: 'me' });
});

test('every member of a record is covered: by its own signature, but for the claim, which has one', async () => {
  const { checkpoint } = await made();
  const { digest: _, ...rest } = checkpoint;
  assert.deepEqual(JSON.parse(contentOf({ ...checkpoint, signature: 's', claim: { by: 'me' } })), rest);
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
  // There is nothing else to do with either.
  for (const { runId } of [result, unsigned]) await sandbox.discard(runId);
  assert.deepEqual([(await sandbox.pending()).length, reported.length, w.inputs], [1, 2, []]);
});

test('a forged ending is no ending: the checkpoint is refused, rather than the run believed to be over', async () => {
  const store = memoryStore();
  const { sandbox, result } = await waiting({ store, signingKey: bytes(1) });
  const { runId, generation } = result.checkpoint;
  await store.save({ version: 1, runId, generation: generation + 1, code: '', status: 'completed', endedAt: 1 }, generation);
  await assert.rejects(sandbox.resume(runId, { approve: [`${runId}.1`] }), { name: 'CheckpointInvalid', message: /not signed/ });
});
