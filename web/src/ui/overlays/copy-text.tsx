import { toast } from '../../lib/screen/toast.ts';
import type { CopyPanelProps } from './copy-panel.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';
import { openStanding } from './standing-overlays.tsx';

/** Shows a text that the browser has not copied, to be copied by hand. */
export const CopyDialog = lazyOverlay<CopyPanelProps>(async () => (await import('./copy-panel.tsx')).CopyPanel);

/**
 * Copies a text, and says so in the words of `copied`.
 * @returns whether the browser has copied it; otherwise show it in a CopyDialog. On plain http, as on a server in a village's own
 * network, browsers copy nothing, and some copy only a text that a tap has just selected
 */
export async function copyText(text: string, copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  toast.success(copied);
  return true;
}

/** Copies a text from anywhere but a dialog, or shows it on the screen to be copied by hand. */
export async function copyOrShow(
  text: string,
  { copied, ...shown }: Pick<CopyPanelProps, 'what' | 'failed'> & { copied: string },
): Promise<void> {
  if (await copyText(text, copied)) return;
  openStanding((state) => <CopyDialog {...state} {...shown} text={text} />);
}
