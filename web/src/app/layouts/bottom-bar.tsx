import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { retryFailedCode } from '../../lib/lazy-code.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import type { NavItem } from '../navigation.ts';
import { keepScrollState } from '../use-scroll-memory.ts';

/**
 * The navigation at the bottom. Below 1024 px it gives way to whatever of the screen has `data-takes-bottom`: a screen's own
 * actions (ui/screen-actions.tsx), or what needs the room while the keyboard is open. The screen's frame has to be a `peer`
 * before it.
 */
export function BottomBar({ name, width, children }: { name: string; width: string; children: ReactNode }) {
  return (
    <nav
      aria-label={name}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-safe peer-has-data-takes-bottom:max-lg:hidden"
    >
      <div className={`mx-auto flex h-16 ${width}`}>{children}</div>
    </nav>
  );
}

/** The text size is limited so that five labels fit side by side. */
export const tabStyles =
  'flex min-w-0 flex-1 flex-col items-center gap-0.5 text-[min(0.9375rem,5vw)]/[1.4] transition-[transform,opacity] active:scale-95 active:opacity-80';

/** A tap on the active tab scrolls to its top, and retries code that failed to load. */
export function Tab({ path, label, icon: Icon }: NavItem) {
  const isActive = useLocation().pathname === path;
  function press(event: MouseEvent) {
    if (!isActive) return;
    event.preventDefault();
    void retryFailedCode();
    const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
  }
  return (
    <Link
      to={path}
      state={keepScrollState}
      aria-current={isActive ? 'page' : undefined}
      onClick={press}
      className={classNames(tabStyles, 'justify-center', isActive ? 'font-semibold text-gold' : 'text-muted')}
    >
      <Icon aria-hidden="true" className="size-6" />
      {label}
    </Link>
  );
}
