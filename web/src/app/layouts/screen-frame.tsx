import { useEffect, useRef } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '../error-boundary.tsx';

const frameStyle = {
  outline: 'none',
  '--below-top-bar': 'calc(2.75rem + 1px + var(--offline-bar) + env(safe-area-inset-top))',
  '--below-search-bar': 'calc(var(--below-top-bar) + 3rem)',
  '--bottom-bar': 'calc(4rem + 1px + env(safe-area-inset-bottom))',
} as CSSProperties;

/** The frame of one screen, with its error boundary. */
export function ScreenFrame({ className, children }: { className?: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    // A focus that was lost with the old screen moves to the new one.
    if (!isFirst.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [pathname]);

  return (
    <div ref={frame} tabIndex={-1} className={className} style={frameStyle}>
      {/* A new path is a new screen: the old one's error is reset. */}
      <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
    </div>
  );
}
