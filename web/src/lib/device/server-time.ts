import { oldestProtocolHeader } from '@lapau/contract/protocol';

/*
 * The time on the server (D110). A phone's clock may be wrong by years, and put right or wrong while a page is open. The page hears the
 * server's time with itself and with each answer, and keeps the last on the device, for a start without a signal. Before it has heard any,
 * the phone's clock counts.
 */

/** One moment by the server's clock, by the phone's, and by the page's own, which nobody sets. */
type Heard = { server: number; phone: number; page: number };

const name = 'jam-server';
/** The key of the time since when the phone's date has been in doubt. */
const doubtName = 'jam-ragu';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long the server's time may be told from the phone's clock alone after it was heard. */
const trustedMs = 30 * dayMs;
/** Times that differ by less than this count as equal: answers are on their way for seconds, and give whole seconds. */
const sameMs = 10_000;
const keepEveryMs = 10 * minuteMs;

/** Texts that the device keeps by name. A worker has none. */
type TextStorage = {
  get: (name: string) => string | null;
  set: (name: string, text: string) => unknown;
  remove: (name: string) => void;
};

const listeners = new Set<() => void>();
let storage: TextStorage | undefined;
let heard: Heard | undefined;
let kept: Omit<Heard, 'page'> | undefined;

/** Goes on from the time that an earlier page has heard, and keeps each time that is heard from now on. */
export function keepServerTimeIn(place: TextStorage): void {
  storage = place;
  const [server = Number.NaN, phone = Number.NaN] = (storage.get(name) ?? '').split(' ').map(Number);
  kept = server > 0 && phone > 0 ? { server, phone } : undefined;
}

/** Notes the server's time, in milliseconds since 1970. */
export function noteServerTime(server: number): void {
  const known = knownServerNow();
  const isSame = known !== undefined && Math.abs(known - server) < sameMs;
  const [phone, page] = [Date.now(), performance.now()];
  const isPutBack = heard !== undefined && phone - heard.phone < page - heard.page - minuteMs;
  heard = { server: isSame ? known : server, phone, page };
  if (Math.abs(heard.server - phone) < dayMs) storage?.remove(doubtName);
  if (!isSame || isPutBack) for (const listener of listeners) listener();
  const isKept =
    kept && isSame && heard.server - kept.server < keepEveryMs && Math.abs(heard.phone - kept.phone) < keepEveryMs;
  if (isKept) return;
  kept = { server: heard.server, phone: heard.phone };
  storage?.set(name, `${kept.server} ${kept.phone}`);
}

/** Notes the time of an answer, if it is Lapau's and no cache has kept it, which would give an old time. Some caches add an `Age` of 0. */
export function noteTimeOf({ headers }: Response): void {
  const server = Date.parse(headers.get('date') ?? '');
  const isKept = Number(headers.get('age')) > 0;
  if (headers.has(oldestProtocolHeader) && !isKept && server > 0) noteServerTime(server);
}

/** The server's time, in milliseconds since 1970; undefined where it cannot be told. */
export function knownServerNow(): number | undefined {
  const now = Date.now();
  if (heard) {
    const passedMs = now - heard.phone;
    const livedMs = performance.now() - heard.page;
    if (passedMs - livedMs > trustedMs) return undefined;
    // The page's own clock stands still while the phone sleeps, and the phone's clock may have been put back.
    return heard.server + Math.max(passedMs, livedMs);
  }
  if (!kept) return undefined;
  const passedMs = now - kept.phone;
  // The phone's clock was put back: the time is at least as late as when it was heard.
  if (passedMs < -minuteMs) return Math.max(now, kept.server + performance.now());
  return passedMs <= trustedMs ? kept.server + Math.max(0, passedMs) : undefined;
}

/** The server's time, in milliseconds since 1970, or the phone's where that cannot be told. */
export const serverNow = (): number => knownServerNow() ?? Date.now();

/** Calls `listener` when the server's time turns out to be different, or the phone's clock is put back. @returns ends this */
export function subscribeToServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether the phone's date is known to be the server's, or has been in doubt for a day: only then stored data may count as too old to be
 * kept.
 */
export function isPhoneDateRight(): boolean {
  if (!heard && !kept) return true;
  const known = knownServerNow();
  return (known !== undefined && Math.abs(known - Date.now()) < dayMs) || isLongInDoubt();
}

function isLongInDoubt(): boolean {
  const now = Date.now();
  const since = Number(storage?.get(doubtName) ?? now);
  if (since >= now) storage?.set(doubtName, String(now));
  return now - since >= dayMs;
}

/**
 * Whether the phone's date may be why nothing is answered, as no certificate is valid then. `wrong`: the date is before one that the phone
 * and the server have shown already. `doubtful`: by this clock nothing was heard for so long that it may be years ahead, though the app may
 * also have been unused for so long.
 */
export function phoneDateFault(): 'wrong' | 'doubtful' | undefined {
  const last = heard ?? kept;
  if (!last) return undefined;
  const now = Date.now();
  if (now < Math.min(last.server, last.phone) - dayMs) return 'wrong';
  return now > Math.max(last.server, last.phone) + trustedMs ? 'doubtful' : undefined;
}
