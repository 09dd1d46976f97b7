import { inTime } from './in-time.ts';

export const unreadablePhoto = 'Foto ini tidak dapat dibaca lagi. Pilih sekali lagi.';

/** No photo has as many bytes: a film is not read into memory. */
const mostBytes = 100_000_000;
/** A phone may fetch a photo from another place, such as Google Photos, while it is read. */
const longestMs = 60_000;

/**
 * Copies a file that somebody has just chosen. A browser reads a file when it is needed, and no more once another app has changed or
 * removed it, or the memory card is gone.
 * @returns undefined when it cannot be read
 */
export async function copyChosen(file: File): Promise<File | undefined> {
  if (file.size > mostBytes) return file;
  try {
    return new File([await inTime(file.arrayBuffer(), longestMs)], file.name, { type: file.type });
  } catch {
    return undefined;
  }
}

/** Whether a file can still be read, which a failed request does not tell from a lost signal. A silent device is waited for a second. */
export const isReadable = (file: Blob): Promise<boolean> =>
  inTime(file.slice(0, 1).arrayBuffer()).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError',
  );
