import type * as Sonner from 'sonner';
import { createLazyCode } from './lazy-code.ts';

type Show = (text: string, options?: Sonner.ExternalToast) => void;

/** The library that shows toasts. It is not part of the first load. */
export const toastLibrary = createLazyCode(() => import('sonner'));

/** Toasts that wait for the library, by their id or, without one, by themselves. */
const queue = new Map<unknown, (library: typeof Sonner) => void>();

function showQueued(): void {
  const state = toastLibrary.state();
  if (state.at !== 'ready') return;
  for (const show of queue.values()) show(state.code);
  queue.clear();
}
toastLibrary.subscribe(showQueued);

const show =
  (kind: 'error' | 'success' | 'info'): Show =>
  (text, options) => {
    const toast = (library: typeof Sonner) => void library.toast[kind](text, options);
    queue.set(options?.id ?? toast, toast);
    showQueued();
    void toastLibrary.load();
  };

/** Short messages in Indonesian; a later one with the same `id` replaces the earlier. Shown once the library has loaded. */
export const toast = { error: show('error'), success: show('success'), info: show('info') };
