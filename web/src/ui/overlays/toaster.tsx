import { useSyncExternalStore } from 'react';
import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { useLazyCode } from '../../lib/device/lazy-code.ts';
import { subscribeToToasts, toastLibrary, waitingText } from '../../lib/screen/toast.ts';

/**
 * Where toasts appear (product.md#constants): 3 at a time, 4 s each, 356 px wide, in the system's theme. They lie over the top
 * bar, away from the buttons of forms, the bars at the bottom and the keyboard, and only a toast's own button takes taps.
 * @param props.top height of what stays above everything at the top, as CSS has it
 */
export function Toaster({ top }: { top: string }) {
  const library = useLazyCode(toastLibrary, false);
  const waiting = useSyncExternalStore(subscribeToToasts, waitingText, () => undefined);
  const keptBottom = useSyncExternalStore(subscribeToKept, bottomOfKeptAtTop, () => 0);
  const offset = `calc(max(env(safe-area-inset-top) + ${top}, ${keptBottom}px) + 0.5rem)`;
  if (library.status !== 'ready') {
    // A failure without a network is told without the library too. If the library loads at once, nothing flashes.
    return (
      <p
        role="alert"
        style={{ top: offset }}
        className="pointer-events-none fixed inset-x-4 z-50 mx-auto max-w-[356px] rounded-control bg-raised p-4 text-small ring-1 ring-line transition-[visibility] delay-300 empty:hidden starting:invisible"
      >
        {waiting}
      </p>
    );
  }
  const { Toaster: Sonner } = library.code;
  // The toasts are outside of the app's stacking context, or an open dialog would hide them.
  return createPortal(
    <Sonner
      theme="system"
      position="top-center"
      visibleToasts={3}
      // All toasts show at once: they take no touch, by which a person would otherwise see those behind the first one.
      expand
      duration={4000}
      style={{ '--width': '356px', fontFamily: 'inherit', pointerEvents: 'none' } as CSSProperties}
      offset={{ top: offset }}
      mobileOffset={{ left: 16, right: 16, top: offset }}
      containerAriaLabel="Kabar"
      toastOptions={{
        style: { fontSize: '0.9375rem' },
        className: 'data-covered:invisible',
        classNames: { actionButton: 'pointer-events-auto !h-11 !rounded-control !px-4 !text-small' },
      }}
    />,
    document.body,
  );
}

/** The approximate height of a toast and the space around it, and of one with a second text. */
const toastPx = 72;
const tallToastPx = 116;

/** The element that was pressed last. */
let pressed: Element | null = null;

/** Calls `listener` when toasts come, and when the focus has moved: a dialog gives it back to the row that the toast is about. */
function subscribeToKept(listener: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('focusin', listener, { signal });
  document.addEventListener('pointerdown', ({ target }) => (pressed = target as Element), { signal });
  const unsubscribe = subscribeToToasts(listener);
  return () => {
    controller.abort();
    unsubscribe();
  };
}

/**
 * The lower edge of the elements at the top that a toast must not hide, as it is likely about them: the title of an open dialog,
 * and the row of the control with the focus, or that control where the row is high or there is none.
 */
function bottomOfKeptAtTop(): number {
  const dialog = [...document.querySelectorAll('[role=dialog],[role=alertdialog]')].at(-1);
  const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
  // Safari gives a button that is pressed no focus.
  const focused = document.activeElement === document.body ? pressed : document.activeElement;
  // A toast's own button moves with it: avoiding it would never end.
  const control = focused?.closest('[data-sonner-toaster]') ? null : focused;
  const row = control?.closest('li, article');
  // A whole screen or dialog may have the focus.
  const kept = isUpTo(row, window.innerHeight / 2) ? row : isUpTo(control, toastPx) ? control : undefined;
  const titleBox = title?.getBoundingClientRect();
  const edge = titleBox && titleBox.top < tallToastPx ? titleBox.bottom : 0;
  const { top, bottom } = kept?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return top < edge + toastPx && bottom > edge ? bottom : edge;
}

const isUpTo = (element: Element | null | undefined, px: number): element is Element =>
  element != null && element.clientHeight <= px;
