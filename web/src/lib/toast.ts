import type * as Sonner from 'sonner';
import { createLazyCode } from './lazy-code.ts';

type Show = (text: string, options?: Sonner.ExternalToast) => void;

/** The library that shows toasts: the first screen does not need it, so it comes later. */
export const toastLibrary = createLazyCode(() => import('sonner'));

/** Toasts raised before the library was there, by id or, without one, each for itself. */
const waiting = new Map<unknown, (library: typeof Sonner) => void>();

function showWaiting(): void {
  const state = toastLibrary.state();
  if (state.at !== 'ready') return;
  for (const show of waiting.values()) show(state.code);
  waiting.clear();
}
toastLibrary.subscribe(showWaiting);

const show =
  (kind: 'error' | 'success' | 'info'): Show =>
  (text, options) => {
    const toast = (library: typeof Sonner) => void library.toast[kind](text, options);
    waiting.set(options?.id ?? toast, toast);
    showWaiting();
    void toastLibrary.load();
  };

/** Short messages in Indonesian; two with the same `id` are one. They wait until the library is there. */
export const toast = { error: show('error'), success: show('success'), info: show('info') };
