import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { createLazyCode, useLazyCode } from '../lib/device/lazy-code.ts';
import type { LazyCode } from '../lib/device/lazy-code.ts';
import { Heading } from '../ui/parts/heading.tsx';
import { LoadFailure } from '../ui/waiting/load-failure.tsx';
import { Loading } from './loading.tsx';
import { takeReload } from './take-reload.ts';

export type LazyScreen = ComponentType & { code: LazyCode<ComponentType> };

/**
 * A screen whose code is loaded when it is first shown unless it was preloaded. Before the server renders it, and before the page takes
 * over what the server has rendered, the code is there.
 * @param Skeleton shows while the code is loading
 */
export function lazyScreen(load: () => Promise<ComponentType>, Skeleton: ComponentType = Loading): LazyScreen {
  const code = createLazyCode(load);
  function Screen() {
    const state = useLazyCode(code, true, code.state);
    if (state.status === 'pending') return <Skeleton />;
    if (state.status === 'failed') return <FailedScreen code={code} />;
    const { code: Loaded } = state;
    return <Loaded />;
  }
  return Object.assign(Screen, { code });
}

const reloadPauseMs = 60_000;

function FailedScreen({ code }: { code: LazyCode<ComponentType> }) {
  useEffect(() => void retryOrReload(code), [code]);
  return (
    <>
      <Heading>Gagal dimuat</Heading>
      <LoadFailure drawing="lost" title="Halaman ini gagal dimuat." error={null} onRetry={() => void code.load()} />
    </>
  );
}

async function retryOrReload(code: LazyCode<ComponentType>): Promise<void> {
  // navigator.onLine is also true on a Wi-Fi without internet; a reload there would show the browser's error page instead.
  const isReachable = await isServerReachable();
  const state = code.state();
  if (!isReachable || state.status !== 'failed') return;
  if (state.failures === 1) return void code.load();
  // The file went with an old release, or this browser remembers a failed import for as long as the page lives
  // (https://github.com/whatwg/html/issues/6768). A page is reloaded once a minute at
  // most: where that does not help, 'Coba lagi' stays on the screen.
  if (takeReload('reloaded-for-code', reloadPauseMs)) window.location.reload();
}

async function isServerReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}
