/*
 * Things that live in this page alone because the device has not stored them (D132). A line above every screen says so, the browser asks
 * before the page is left, and storing is tried again until there is room.
 */

const full = 'Penyimpanan HP penuh. Jangan tutup Lapau.';

let isFull = false;
const unkept = new Map<string, () => void>();
const listeners = new Set<() => void>();

/** Storing is tried again this often, as no event tells that there is room. */
const againMs = 5_000;
let timer: ReturnType<typeof setInterval> | undefined;
const tryAgain = () => [...unkept.values()].forEach((again) => again());

/** The line stays this long once everything is stored: with a slow device it would otherwise come and go with every letter. */
const lineStaysMs = 3_000;
let lineTimer: ReturnType<typeof setTimeout> | undefined;

const refusals = new Set(['SecurityError', 'InvalidStateError', 'TimeoutError']);

/**
 * Notes why the device has stored nothing. Chromium tells of a full disk by QuotaExceededError, DataError (a file) or UnknownError. After
 * that its database is closing for a while, which says nothing new.
 */
export function noteDeviceFault(error: unknown): void {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { name } = cause instanceof DOMException ? cause : { name: 'SecurityError' };
  if (name !== 'InvalidStateError') isFull = !refusals.has(name);
}

/** @param again tries to store the thing; undefined once it is stored, or nobody needs it any more */
export function noteUnkept(name: string, again: (() => void) | undefined): void {
  if (unkept.has(name) === (again !== undefined)) return;
  if (again) unkept.set(name, again);
  else unkept.delete(name);
  clearInterval(timer);
  if (unkept.size > 0) timer = setInterval(tryAgain, againMs);
  // The listener is there only while it is needed: browsers do not keep a page with such a listener for the way back.
  if (unkept.size > 0) globalThis.addEventListener?.('beforeunload', askToStay);
  else globalThis.removeEventListener?.('beforeunload', askToStay);
  clearTimeout(lineTimer);
  lineTimer = unkept.size > 0 ? undefined : setTimeout(endLine, lineStaysMs);
  tellListeners();
  // The device has room again, so that other things may be stored too.
  if (!again) tryAgain();
}

function endLine(): void {
  lineTimer = undefined;
  tellListeners();
}

const tellListeners = (): void => listeners.forEach((listener) => listener());

const askToStay = (event: Event): void => event.preventDefault();

/** Whether something would be gone with this page. */
export const isAnythingUnkept = (): boolean => unkept.size > 0;

/** The one line above every screen while something would be gone with this page, and a moment longer. */
export const unkeptLine = (): string | undefined =>
  unkept.size === 0 && !lineTimer ? undefined : isFull ? full : 'Tidak tersimpan di HP. Jangan tutup Lapau.';

/** The sentence in the place of a change that is not stored, while it gets no answer. */
export const unkeptSentence = (): string =>
  isFull ? full : 'Belum terkirim, dan tidak bisa disimpan di HP ini. Jangan tutup aplikasi sampai terkirim.';

export function subscribeToUnkept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
