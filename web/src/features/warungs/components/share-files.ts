import { nativeBridge } from '../../../lib/device/native.ts';

/** Whether the browser hands this to another app: some share no files, or only links. */
export const canShare = (data: ShareData): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare(data);

/**
 * Opens the device's share sheet, which it only does for a tap: what is shared is made before.
 * @throws when it does not open; nothing when the person closes it
 */
export async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) throw error;
  }
}

/** Whether files can be downloaded: the native app has no downloads (docs/native.md). */
export const canSave = (): boolean => nativeBridge() === undefined;

const revokeAfterMs = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser reads the file after this click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs);
}
