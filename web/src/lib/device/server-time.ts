import { oldestProtocolHeader } from '@lapau/contract/protocol';

/*
 * What time it is on the server (D110). A phone's clock may be wrong by years, and put right or wrong while a page is open. The server's
 * is heard with the page and with each answer; the last of it is kept on the device, for a start without a signal. Before anything was
 * heard the phone's clock counts.
 */

/** One moment by the server's clock, by the phone's, and by the page's own, which nobody sets. */
type Heard = { server: number; phone: number; page: number };

const name = 'jam-server';
/** Since when the phone has a date that is in doubt. */
const doubtName = 'jam-ragu';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** For that long after it was heard the server's time is told from the phone's clock alone. */
const trustedMs = 30 * dayMs;
/** Answers are on their way for seconds, and say whole seconds: what differs by less is the same time. */
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

/** Goes on from what an earlier page has heard, and keeps what is heard from now on. */
export function keepServerTimeIn(place: TextStorage): void {
  storage = place;
  const [server = Number.NaN, phone = Number.NaN] = (storage.get(name) ?? '').split(' ').map(Number);
  kept = server > 0 && phone > 0 ? { server, phone } : undefined;
}

/** Notes what time it is on the server, in milliseconds since 1970. */
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

/** Notes the time of an answer, if it is Lapau's and no cache has kept it: of that it would be an old one. Some caches write an `Age` of 0 into each. */
export function noteTimeOf({ headers }: Response): void {
  const server = Date.parse(headers.get('date') ?? '');
  const isKept = Number(headers.get('age')) > 0;
  if (headers.has(oldestProtocolHeader) && !isKept && server > 0) noteServerTime(server);
}

/** What time it is on the server, in milliseconds since 1970; undefined where that cannot be told. */
export function knownServerNow(): number | undefined {
  const now = Date.now();
  if (heard) {
    const passedMs = now - heard.phone;
    const livedMs = performance.now() - heard.page;
    if (passedMs - livedMs > trustedMs) return undefined;
    // The page's own clock stands while the phone sleeps, and the phone's may have been put back.
    return heard.server + Math.max(passedMs, livedMs);
  }
  if (!kept) return undefined;
  const passedMs = now - kept.phone;
  // Put back: it is at least as late as when it was heard.
  if (passedMs < -minuteMs) return Math.max(now, kept.server + performance.now());
  return passedMs <= trustedMs ? kept.server + Math.max(0, passedMs) : undefined;
}

/** What time it is on the server, in milliseconds since 1970, and on the phone where that cannot be told. */
export const serverNow = (): number => knownServerNow() ?? Date.now();

/** Calls `listener` when the server's time is found to be another one, or the phone's clock to be put back. @returns stops that */
export function subscribeToServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether the phone's date is the server's, as far as that was heard, or has been in doubt for a day: only then something may be too old
 * to be kept.
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
 * Whether the phone's date may be why nothing is answered, as no certificate is valid then. `wrong`: it is before what the phone and the
 * server have shown already. `doubtful`: nothing was heard for so long by this clock that it may be years ahead, though the app may have
 * lain there for so long as well.
 */
export function phoneDateFault(): 'wrong' | 'doubtful' | undefined {
  const last = heard ?? kept;
  if (!last) return undefined;
  const now = Date.now();
  if (now < Math.min(last.server, last.phone) - dayMs) return 'wrong';
  return now > Math.max(last.server, last.phone) + trustedMs ? 'doubtful' : undefined;
}
