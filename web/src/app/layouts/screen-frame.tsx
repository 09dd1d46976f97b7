import { useEffect, useRef } from 'react';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { ErrorBoundary } from '../error-boundary.tsx';

const frameStyle = {
  outline: 'none',
  '--below-top-bar': 'calc(var(--spacing) * 11 + 1px + var(--offline-bar) + env(safe-area-inset-top))',
  '--below-search-bar': 'calc(var(--below-top-bar) + var(--spacing) * 12)',
  '--bottom-bar': 'calc(var(--spacing) * 16 + 1px + env(safe-area-inset-bottom))',
} as CSSProperties;

export const frameId = 'isi';

let isFirstScreen = true;
/** The address of the link that was pressed last, by history entry. */
const openedFrom = new Map<string, string>();

/** The frame of one screen, with its error boundary. */
export function ScreenFrame({ className, children }: { className?: string; children: ReactNode }) {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A focus that was lost with the old screen moves to the new one: on the way back to what had been opened from it.
    if (!isFirstScreen && [document.body, frame.current].includes(document.activeElement as HTMLDivElement)) {
      const opened =
        isBack && frame.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(openedFrom.get(key) ?? '')}"]`);
      (opened || frame.current)?.focus({ preventScroll: true });
    }
    isFirstScreen = false;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);

  function remember({ target }: MouseEvent) {
    const href = (target as Element).closest('a')?.getAttribute('href');
    if (href) openedFrom.set(key, href);
  }
  return (
    <div ref={frame} id={frameId} tabIndex={-1} onClickCapture={remember} className={className} style={frameStyle}>
      {/* A new path is a new screen: the old one's error is reset. */}
      <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
    </div>
  );
}
