import type { ComponentType, FunctionComponent } from 'react';
import { createLazyCode, useLazyCode } from '../lib/lazy-code.ts';
import type { CodeState, LazyCode } from '../lib/lazy-code.ts';
import { Button } from './button.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Spinner } from './spinner.tsx';

/** The code of every lazy part and overlay that the loaded screens can show, for preload-code.ts. */
export const partCodes: LazyCode<unknown>[] = [];

/** Lazy code that is registered for preloading. */
export function createPartCode<Props>(load: () => Promise<ComponentType<Props>>): LazyCode<ComponentType<Props>> {
  const lazy = createLazyCode(load);
  partCodes.push(lazy);
  return lazy;
}

/** A lazily loaded part of a screen, with a fallback while it is loading or after that has failed. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const lazy = createPartCode(load);
  return function LazyPart(props) {
    const state = useLazyCode(lazy, true);
    if (state.status !== 'ready') return <LazyPartFallback state={state} onRetry={() => void lazy.load()} />;
    const { code: Part } = state;
    return <Part {...props} />;
  };
}

type LazyPartFallbackProps = {
  state: Exclude<CodeState<unknown>, { status: 'ready' }>;
  onRetry: () => void;
};

/** Shows that a part's code is loading, or has failed to load. */
export function LazyPartFallback({ state, onRetry }: LazyPartFallbackProps) {
  if (state.status === 'pending') {
    return (
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner /> Memuat...
      </p>
    );
  }
  return (
    <LoadFailure drawing="lost" title="Bagian ini gagal dimuat." onRetry={onRetry}>
      {/* The last resort: a new release has other files, and a browser may remember a failed import. */}
      {state.failures > 1 && navigator.onLine && (
        <Button variant="quiet" onClick={() => window.location.reload()}>
          Muat ulang
        </Button>
      )}
    </LoadFailure>
  );
}
