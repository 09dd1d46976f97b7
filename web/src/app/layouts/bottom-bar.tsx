import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { retryFailedCode } from '../../lib/device/lazy-code.ts';
import { Link } from '../../ui/parts/link.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import type { NavItem } from '../navigation.ts';
import { keepScrollState } from '../use-scroll-memory.ts';

/**
 * The navigation at the bottom; from 1024 px a rail to the left of the screen, at `--rail-left`. Below that it gives way to
 * a screen's own actions (ui/buttons/screen-actions.tsx), and to what needs the room while the keyboard is open (lib/screen/takes-place.ts). It
 * stands before the screen's frame, so that the keyboard reaches it without crossing an endless list.
 */
export function BottomBar({ name, width, children }: { name: string; width: string; children: ReactNode }) {
  return (
    <nav
      aria-label={name}
      data-covers="bottom"
      className="fixed bottom-0 z-20 border-line bg-surface pb-safe max-lg:inset-x-0 max-lg:border-t in-data-actions:max-lg:hidden in-data-typing:max-lg:hidden lg:top-0 lg:left-(--rail-left) lg:z-10 lg:w-56 lg:overflow-y-auto lg:bg-transparent lg:pt-[calc(--spacing(20)+var(--offline-bar))]"
    >
      <div className={`flex max-lg:mx-auto max-lg:h-16 lg:flex-col lg:gap-1 lg:p-1 ${width}`}>{children}</div>
    </nav>
  );
}

/** The text size is limited, also against the phone's text setting, so that five labels fit side by side. */
export const tabStyles =
  'flex min-w-fit items-center transition-[transform,opacity] active:scale-95 active:opacity-80 max-lg:flex-1 max-lg:flex-col max-lg:gap-0.5 max-lg:text-[min(0.9375rem,5vw)]/[1.4] max-lg:[text-size-adjust:none] lg:min-h-12 lg:gap-4 lg:rounded-control lg:px-4';

/**
 * A tap on the active tab scrolls to its top, and retries code that failed to load.
 * @param coversBelow the tab is marked on the screens below its own, too
 */
export function Tab({ path, label, icon: Icon, coversBelow }: NavItem & { coversBelow?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === path;
  const isActive = isCurrent || (coversBelow && pathname.startsWith(`${path}/`));
  function press(event: MouseEvent) {
    if (!isCurrent) return;
    event.preventDefault();
    void retryFailedCode();
    const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
  }
  return (
    <Link
      to={path}
      state={keepScrollState}
      aria-current={isCurrent ? 'page' : isActive ? 'true' : undefined}
      onClick={press}
      className={classNames(
        tabStyles,
        'max-lg:justify-center lg:hover:bg-raised',
        isActive ? 'font-semibold text-gold lg:bg-surface' : 'text-muted hover:text-text',
      )}
    >
      <Icon aria-hidden="true" className="size-6" />
      {label}
    </Link>
  );
}
