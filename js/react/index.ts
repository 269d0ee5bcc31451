/*
 * Owns the hook: a RunModel that lives as long as its component. What must hold: rendering changes nothing and starts nothing, also when React renders
 * twice, throws a render away, or mounts, unmounts and mounts again. Deliberately absent: everything that is not React's (../run-model.ts).
 */
'use client';

import { useEffect, useInsertionEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Sandbox } from '../api.js';
import { RunModel, type UseRun, type UseRunOptions } from '../run-model.js';

export type { RunActions, RunState, UseRun, UseRunOptions } from '../run-model.js';

/**
 * One run at a time, as state: `const { run, status, value, pending, decide } = useRun(sandbox)`. `sandbox`: one that the app keeps, outside of
 * components, or a function that makes one; that is made when first needed, and disposed of when the component unmounts.
 */
export function useRun<T = unknown>(sandbox: Sandbox | (() => Sandbox), options: UseRunOptions = {}): UseRun<T> {
  const [model] = useState(() => new RunModel<T>());
  // Before any effect, of children too, can call what this hook gave them.
  useInsertionEffect(() => model.given(sandbox, options));
  const shared = typeof sandbox === 'function' ? undefined : sandbox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sandbox is another life of the model
  useEffect(() => model.mount(), [model, shared]);
  const state = useSyncExternalStore(model.subscribe, model.getState, model.getServerState);
  const { run, decide, open, abort, discard } = model;
  return useMemo(() => ({ ...state, run, decide, open, abort, discard }), [state, run, decide, open, abort, discard]);
}
