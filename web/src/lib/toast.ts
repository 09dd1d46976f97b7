import type * as Sonner from 'sonner';

type Show = (text: string, options?: Sonner.ExternalToast) => void;

let loading: Promise<typeof Sonner> | undefined;

/** What shows toasts comes with the first touch, or with the first toast: no first screen needs it. */
export function loadToasts(): Promise<typeof Sonner> {
  loading ??= import('sonner');
  // a phone that was offline just now tries again with the next toast
  loading.catch(() => (loading = undefined));
  return loading;
}

const show =
  (kind: 'error' | 'success' | 'info'): Show =>
  (text, options) => {
    for (const tell of waiting) tell();
    void loadToasts().then(
      ({ toast: sonner }) => sonner[kind](text, options),
      () => undefined,
    );
  };

const waiting = new Set<() => void>();

/** Calls back when there is something to show. @returns stops waiting */
export function onToast(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/** Short messages in Indonesian; two with the same `id` are one. */
export const toast = { error: show('error'), success: show('success'), info: show('info') };
