import { useEffect, useSyncExternalStore } from 'react';
import { isOnServer } from './on-server.ts';

export type CodeState<Code> =
  /** The code is not requested yet, or is still loading. */
  | { status: 'pending' }
  | { status: 'ready'; code: Code }
  /** `failures` counts the attempts. */
  | { status: 'failed'; failures: number };

/** A lazily imported module that can be loaded again after a failure, which React.lazy cannot. */
export type LazyCode<Code> = {
  /** Loads the code unless it is loaded or loading. Never rejects. @returns whether it is loaded now */
  load: () => Promise<boolean>;
  state: () => CodeState<Code>;
  subscribe: (listener: () => void) => () => void;
};

const created = new Set<LazyCode<unknown>>();
/** The code that is loading because it is about to be shown. */
const wanted = new Set<Promise<unknown>>();

/** @param load imports the code; it is called again for each attempt */
export function createLazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let state: CodeState<Code> = { status: 'pending' };
  let failures = 0;
  let attempt: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function setState(next: CodeState<Code>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function loadOrFail(): Promise<void> {
    try {
      setState({ status: 'ready', code: await load() });
    } catch (error) {
      failures += 1;
      setState({ status: 'failed', failures });
      // A failed fetch is a TypeError; anything else is an error in the module itself.
      if (!(error instanceof TypeError)) reportError(error);
    }
  }

  const lazyCode: LazyCode<Code> = {
    load: async () => {
      if (state.status === 'ready') return true;
      if (!attempt) {
        if (state.status === 'failed') setState({ status: 'pending' });
        attempt = loadOrFail().finally(() => (attempt = undefined));
      }
      await attempt;
      return lazyCode.state().status === 'ready';
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

/** Loads all code again that has failed to load: call it when the network is back. */
export async function retryFailedCode(): Promise<void> {
  await Promise.all([...created].filter((lazy) => lazy.state().status === 'failed').map((lazy) => lazy.load()));
}

/** Waits for the code that is loading because a person has asked for it. */
export async function whenWantedLoaded(): Promise<void> {
  while (wanted.size > 0) await Promise.all(wanted);
}

/** Resolves with the code once it has loaded, after however many attempts. */
export async function whenLoaded<Code>(lazy: LazyCode<Code>): Promise<Code> {
  await lazy.load();
  return new Promise((resolve) => {
    const check = () => {
      const state = lazy.state();
      if (state.status !== 'ready') return;
      unsubscribe();
      resolve(state.code);
    };
    const unsubscribe = lazy.subscribe(check);
    check();
  });
}

const pending: CodeState<never> = { status: 'pending' };

/**
 * The state of lazy code, which is loaded, also after a failure, as soon as `isWanted` becomes true.
 * @param first gives the state that the server's HTML shows, with which the page begins: that the code is not there, unless given
 */
export function useLazyCode<Code>(
  lazy: LazyCode<Code>,
  isWanted: boolean,
  first: () => CodeState<Code> = () => pending,
): CodeState<Code> {
  const state = useSyncExternalStore(lazy.subscribe, lazy.state, first);
  // The load begins while rendering, as with React.lazy: an effect would wait until a slow phone has drawn the rest of the page.
  // It is a task of its own, as browsers paint the answer to a tap before they run timers.
  if (isWanted && state.status === 'pending' && !isOnServer) setTimeout(() => void loadWanted(lazy));
  useEffect(() => {
    if (isWanted && lazy.state().status === 'failed') void loadWanted(lazy);
  }, [lazy, isWanted]);
  return state;
}

async function loadWanted(lazy: LazyCode<unknown>): Promise<void> {
  const loading = lazy.load();
  wanted.add(loading);
  await loading;
  wanted.delete(loading);
}
