import { inTime } from '../device/in-time.ts';

export const unreadablePhoto = 'Foto ini tidak dapat dibaca lagi. Pilih sekali lagi.';

/** The most bytes that are read into memory: no photo has as many, but a film may. */
const mostBytes = 100_000_000;
/** The longest time for reading a file: a phone may fetch photos from another place meanwhile, such as Google Photos. */
const longestMs = 60_000;
/** The time that a file on the phone may take. After one fetched file has not come, the others get no more time than this. */
const leastMs = 1_000;

/**
 * Copies a file that somebody has just chosen. A browser reads a file only when it is needed, and cannot do so once another app has
 * changed or removed it, or the memory card is gone.
 * @returns undefined when it cannot be read
 */
export async function copyChosen(file: File, limitMs = longestMs): Promise<File | undefined> {
  if (file.size > mostBytes) return file;
  try {
    const bytes = await inTime(file.arrayBuffer(), limitMs);
    // Some apps hand over an empty file for a photo that they have not fetched.
    return bytes.byteLength === 0 ? undefined : new File([bytes], file.name, { type: file.type });
  } catch {
    return undefined;
  }
}

/**
 * Copies files that were chosen together, one after another, as each is whole in memory meanwhile. Once one has not come in its time, the
 * others are hardly waited for. Yields undefined for each file that cannot be read.
 */
export async function* copyEach(files: File[]): AsyncGenerator<File | undefined> {
  let limitMs = longestMs;
  for (const file of files) {
    const begunAt = performance.now();
    const copy = await copyChosen(file, limitMs);
    if (!copy && performance.now() - begunAt >= longestMs) limitMs = leastMs;
    yield copy;
  }
}

/**
 * The types that an input for photos offers. On a computer Chromium before 132 offers HEIC only if it is named. All phones offer HEIC
 * anyway, and with a list of several types they would offer recordings too.
 */
export const photoTypes = (): string =>
  window.matchMedia('(pointer: fine)').matches ? 'image/*,.heic,.heif' : 'image/*';

/** Whether a file can still be read; a failed request does not tell this from a lost signal. A silent device is waited for a second. */
export const isReadable = (file: Blob): Promise<boolean> =>
  inTime(file.slice(0, 1).arrayBuffer()).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError',
  );
