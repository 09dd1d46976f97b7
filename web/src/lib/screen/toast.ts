import type * as Sonner from 'sonner';
import { createLazyCode } from '../device/lazy-code.ts';

// What holds for the toasts of every screen (D58):
// - A toast says what the screen does not. lib/query/query.ts leaves it out where an error view with 'Coba lagi' or a form's field says it.
// - It takes no taps and never covers the control that it is about: ui/overlays/toaster.tsx decides where toasts appear.
// - A success clears the errors before it. An error disappears with its screen, and everything when another person signs in or out,
//   but the reason why the session is over.

type Kind = 'error' | 'success' | 'info';

type ToastOptions = {
  /** A later toast with the same id replaces the earlier one. The text by default. */
  id?: string;
  description?: string | undefined;
  /** A button in it, which closes it too. */
  action?: { label: string; onClick: () => void };
  /** How long the toast stays, if the usual time does not do: as long as its action is possible. */
  durationMs?: number;
  /** Whether an error that leads to another screen stays visible there. */
  outlivesScreen?: boolean;
};

/** The id of the toast that says why the session is over: it tells what failed because of that, or else has a general text. */
export const sessionOver = 'session-over';

/** The library that shows toasts. It is not part of the first load. */
export const toastLibrary = createLazyCode(() => import('sonner'));

/** Toasts that wait for the library, by id. Until it is there, ui/overlays/toaster.tsx shows the text of the last one. */
const queue = new Map<string, { text: string; show: (library: typeof Sonner) => void }>();
const waitsMs = 8000;
const listeners = new Set<() => void>();
/** The errors that have been shown, by id. */
const errors = new Map<string, { outlivesScreen: boolean }>();

function showQueued(): void {
  const state = toastLibrary.state();
  if (state.status !== 'ready') return;
  for (const { show } of queue.values()) show(state.code);
  queue.clear();
}

function unqueue(id: string): void {
  if (queue.delete(id)) notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
toastLibrary.subscribe(showQueued);

const show =
  (kind: Kind) =>
  (text: string, options: ToastOptions = {}): void => {
    const { id = text, description, action, durationMs, outlivesScreen = false } = options;
    if (kind === 'success') for (const error of errors.keys()) clearError(error);
    if (kind === 'error') errors.set(id, { outlivesScreen });
    const waiting = {
      text: [text, description].filter(Boolean).join(' '),
      show: ({ toast: shown }: typeof Sonner) =>
        void shown[kind](text, { id, description, action, duration: durationMs }),
    };
    queue.set(id, waiting);
    showQueued();
    void toastLibrary.load();
    setTimeout(() => queue.get(id) === waiting && unqueue(id), durationMs ?? waitsMs);
    notify();
  };

/** Calls `listener` with each toast, and when one stops waiting. @returns stops that */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text of the last toast that waits for the library. */
export const waitingText = (): string | undefined => [...queue.values()].at(-1)?.text;

/** Hides the toasts that an overlay finds when it opens, whose title they would cover, until all overlays have closed. */
export function coverToasts(isCovered: boolean): void {
  const shown = document.querySelectorAll('[data-sonner-toast]');
  for (const toastElement of shown) toastElement.toggleAttribute('data-covered', isCovered);
}

/** Takes back an error, if it was shown, as the failed action has succeeded now. */
function clearError(id: string): void {
  if (!errors.delete(id)) return;
  unqueue(id);
  const state = toastLibrary.state();
  if (state.status === 'ready') state.code.toast.dismiss(id);
}

/** Takes back the errors of a screen that is being left. */
function leaveScreen(): void {
  for (const [id, { outlivesScreen }] of errors) if (!outlivesScreen) clearError(id);
}

/** The ids of the toasts that are shown or wait for the library. */
function shownIds(): (string | number)[] {
  const state = toastLibrary.state();
  const active = state.status === 'ready' ? state.code.toast.getToasts().map(({ id }) => id) : [];
  return [...queue.keys(), ...active];
}

/** Takes back all toasts but the one with the id `kept`. */
function clear(kept?: string): void {
  const state = toastLibrary.state();
  for (const id of shownIds()) {
    if (id === kept) continue;
    unqueue(String(id));
    errors.delete(String(id));
    if (state.status === 'ready') state.code.toast.dismiss(id);
  }
}

/** Short messages in Indonesian. */
export const toast = {
  error: show('error'),
  success: show('success'),
  info: show('info'),
  clearError,
  leaveScreen,
  clear,
  isShown: (id: string): boolean => shownIds().includes(id),
};
