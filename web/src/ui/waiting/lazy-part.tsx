import type { ComponentType, FunctionComponent } from 'react';
import { createLazyCode, useLazyCode } from '../../lib/device/lazy-code.ts';
import type { CodeState, LazyCode } from '../../lib/device/lazy-code.ts';
import { Button } from '../buttons/button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useWaitingText } from '../parts/use-long-wait.ts';
import { LoadFailure } from './load-failure.tsx';

type Audience = 'admin' | 'everybody';

/** The code of every lazy part, overlay and offer that the loaded screens can show, for preload-code.ts. */
export const partCodes: { code: LazyCode<unknown>; audience: Audience }[] = [];

/** Lazy code that is registered for preloading, for admins only where others never see it on a screen that they share. */
export function createPartCode<Code>(load: () => Promise<Code>, audience: Audience = 'everybody'): LazyCode<Code> {
  const lazy = createLazyCode(load);
  partCodes.push({ code: lazy, audience });
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
  const waitingText = useWaitingText(state.status === 'pending');
  if (state.status === 'pending') {
    return (
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner /> <span>{waitingText ?? 'Memuat...'}</span>
      </p>
    );
  }
  return (
    <LoadFailure drawing="lost" title="Bagian ini gagal dimuat." error={null} onRetry={onRetry}>
      {/* The last resort: a new release has other files, and a browser may remember a failed import. */}
      {state.failures > 1 && navigator.onLine && (
        <Button variant="quiet" onClick={() => window.location.reload()}>
          Muat ulang
        </Button>
      )}
    </LoadFailure>
  );
}
