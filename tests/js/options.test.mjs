import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkMode,
  DEFAULT_LIMITS,
  mergeLimits,
  readOwner,
  readResumeOptions,
  readRunRequest,
  readSandboxOptions,
} from '../../js/options.ts';
import { memoryStore } from '../../js/store/memory.ts';

const refused = (read, options, path) => assert.throws(() => read(options), { name: 'InvalidOptions', path }, JSON.stringify(options));
const onApproval = () => 'approve';

test('what is absent has its default', () => {
  const settings = readSandboxOptions(undefined);
  assert.deepEqual([settings.approval, settings.strict, settings.warm, settings.maxWorkers], [{ mode: 'deny' }, false, 1, 4]);
  assert.deepEqual(mergeLimits(), DEFAULT_LIMITS);
});

test('later limits win, and undefined is no limit given', () => {
  const limits = mergeLimits({ timeoutMs: 5, calls: 2 }, { timeoutMs: 7, calls: undefined });
  assert.deepEqual([limits.timeoutMs, limits.calls, limits.logBytes], [7, 2, DEFAULT_LIMITS.logBytes]);
});

test('each limit is a whole number of at least 1', () => {
  for (const name of Object.keys(DEFAULT_LIMITS)) {
    for (const wrong of [0, -1, 1.5, NaN, '5', null, 2 ** 60]) refused(readSandboxOptions, { limits: { [name]: wrong } }, `limits.${name}`);
    readSandboxOptions({ limits: { [name]: 1 } });
  }
  refused(readRunRequest, { code: '', limits: { timeoutMs: Infinity } }, 'limits.timeoutMs');
});

test('a name nobody knows is refused with its path', () => {
  refused(readSandboxOptions, { aproval: {} }, 'aproval');
  refused(readSandboxOptions, { limits: { timeout: 5 } }, 'limits.timeout');
  refused(readSandboxOptions, { approval: { mode: 'deny', onApproval } }, 'approval.onApproval');
  refused(readRunRequest, { code: '', functons: {} }, 'functons');
  refused(readResumeOptions, { code: '' }, 'code');
  refused(readOwner, { user: 'ada' }, 'user');
});

test('a name inherited from Object is no option', () => {
  refused(readSandboxOptions, { toString: () => '' }, 'toString');
});

test('approval: the mode, and the hook it needs', () => {
  for (const read of [readSandboxOptions, approval => readRunRequest({ code: '', ...approval })]) {
    refused(read, { approval: { mode: 'maybe' } }, 'approval.mode');
    refused(read, { approval: 'deny' }, 'approval');
    refused(read, { approval: { mode: 'pause' } }, 'approval.onApproval');
    refused(read, { approval: { mode: 'pause', onApproval: 'yes' } }, 'approval.onApproval');
    refused(read, { approval: { mode: 'pause', onApproval, concurrentApprovals: 1 } }, 'approval.concurrentApprovals');
    refused(read, { approval: { mode: 'collect', onApproval: 'yes' } }, 'approval.onApproval');
    refused(read, { approval: { mode: 'collect', concurrentApprovals: true } }, 'approval.concurrentApprovals');
    read({ approval: { mode: 'collect' } });
    read({ approval: { mode: 'collect', onApproval } });
    read({ approval: { mode: 'pause', onApproval, concurrentApprovals: true } });
  }
  readResumeOptions({ approval: { mode: 'pause' } });
  readResumeOptions({ approval: { mode: 'collect' } });
  refused(readResumeOptions, { approval: { mode: 'pause', onApproval: 1 } }, 'approval.onApproval');
});

test("R11: the mode is the run's own", () => {
  assert.throws(() => checkMode({ mode: 'deny' }, 'pause'), { name: 'InvalidOptions', path: 'approval.mode' });
  checkMode({ mode: 'pause', onApproval }, 'pause');
  checkMode(undefined, 'pause');
});

test('each option is of its kind', () => {
  const wrong = {
    policy: 'allow',
    strict: 1,
    limits: [],
    store: {},
    warm: -1,
    maxWorkers: 0,
    worker: {},
    workerUrl: 5,
    wasm: 5,
    signingKey: new Uint8Array(8),
  };
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readSandboxOptions({ [name]: value }),
      error => error.name === 'InvalidOptions' && error.path.startsWith(name),
      name,
    );
  }
  const request = { code: 5, signal: {}, onEvent: 1, owner: 1, metadata: 'x', expiresInMs: 0 };
  for (const [name, value] of Object.entries(request)) refused(readRunRequest, { code: '', [name]: value }, name);
  refused(readRunRequest, { code: '', signal: { aborted: false, addEventListener() {} } }, 'signal');
  refused(readResumeOptions, { generation: 1.5 }, 'generation');
});

test('what is no object at all is refused', () => {
  for (const junk of [null, 5, 'code', []]) refused(readRunRequest, junk, 'the request');
  refused(readRunRequest, {}, 'code');
  for (const junk of [5, 'x', []]) refused(readSandboxOptions, junk, 'options');
});

test('a store is anything with the four methods', () => {
  const store = { load() {}, save() {}, delete() {}, list() {} };
  assert.equal(readSandboxOptions({ store }).store, store);
  refused(readSandboxOptions, { store: { ...store, list: 1 } }, 'store.list');
  assert.ok(readSandboxOptions({ store: { ...store, append: undefined } }));
  for (const append of [null, true, 'x']) refused(readSandboxOptions, { store: { ...store, append } }, 'store.append');
  assert.throws(() => readSandboxOptions({ store: memoryStore }), { path: 'store', message: /call it, store: memoryStore\(\)/ });
  assert.throws(() => readSandboxOptions({ store: Promise.resolve(store) }), { path: 'store', message: /await it/ });
});

test('an owner stands in an object', () => {
  assert.equal(readOwner({ owner: 'ada' }), 'ada');
  assert.throws(() => readOwner('ada'), { name: 'InvalidOptions', path: 'owner', message: /\{ owner: 'ada' \}/ });
});
