import { useEffect, useSyncExternalStore } from 'react';

export type CodeState<Code> =
  /** Not asked for yet, or on its way. */
  | { at: 'pending' }
  | { at: 'ready'; code: Code }
  /** `failures` counts the attempts. */
  | { at: 'failed'; failures: number };

/** Code in a file of its own that is fetched when it is needed, and again after a failure. */
export interface LazyCode<Code> {
  /** Fetches the code unless it is there or on its way. Never rejects. @returns whether it is there now */
  load: () => Promise<boolean>;
  state: () => CodeState<Code>;
  subscribe: (listener: () => void) => () => void;
}

const created = new Set<LazyCode<unknown>>();

/** @param load imports the code; it is called again for each attempt */
export function createLazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let state: CodeState<Code> = { at: 'pending' };
  let failures = 0;
  let attempt: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function put(next: CodeState<Code>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function loadOrFail(): Promise<void> {
    try {
      put({ at: 'ready', code: await load() });
    } catch (error) {
      failures += 1;
      put({ at: 'failed', failures });
      // A failed fetch is a TypeError; anything else is a mistake in the code that was fetched.
      if (!(error instanceof TypeError)) reportError(error);
    }
  }

  const lazyCode: LazyCode<Code> = {
    load: async () => {
      if (state.at === 'ready') return true;
      if (!attempt) {
        if (state.at === 'failed') put({ at: 'pending' });
        attempt = loadOrFail().finally(() => (attempt = undefined));
      }
      await attempt;
      return lazyCode.state().at === 'ready';
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  created.add(lazyCode);
  return lazyCode;
}

/** Tries everything again that has failed to load: call it when the network is back. */
export async function retryFailedCode(): Promise<void> {
  await Promise.all([...created].filter((lazy) => lazy.state().at === 'failed').map((lazy) => lazy.load()));
}

/** The state of some code, which is fetched as soon as `isWanted`; code that failed before is then tried again. */
export function useLazyCode<Code>(lazy: LazyCode<Code>, isWanted: boolean): CodeState<Code> {
  const state = useSyncExternalStore(lazy.subscribe, lazy.state);
  // While rendering, as React.lazy does: an effect would wait until a slow phone has drawn the rest of the page.
  if (isWanted && state.at === 'pending') void lazy.load();
  useEffect(() => {
    if (isWanted && lazy.state().at === 'failed') void lazy.load();
  }, [lazy, isWanted]);
  return state;
}
