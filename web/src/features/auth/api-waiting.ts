import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/calls/api.ts';
import { deviceStorage } from '../../lib/device/device-storage.ts';
import { serverNow } from '../../lib/device/server-time.ts';
import { tellServer } from '../../lib/device/told-server.ts';

/*
 * The mails that somebody who is not signed in waits for on this device. They are remembered until somebody signs in. A person may close
 * the page to look for the mail: a page that is opened later tells of it again.
 */

/** A link that opens an account, or one that sets a new password. */
const kinds = ['sign_up', 'reset'] as const;
type Kind = (typeof kinds)[number];

export type WaitingMail = {
  email: string;
  /** The time at which the mail was last asked for, in milliseconds since 1970. */
  at: number;
  /** The texts with which the server is asked about the sign-ups of this e-mail; the newest comes first. */
  asksBy: string[];
};

const hourMs = 3_600_000;
/** How long a mailed link is good for. */
export const linkLifeMs = { sign_up: 24 * hourMs, reset: hourMs } as const;
/** How long after the request the note stays; once the link has expired, the note says so. */
const rememberedMs = 72 * hourMs;
/** The most sign-ups about which the server answers in one call. */
const maxSignUps = 5;
const soonMs = 10 * 60_000;

const listeners = new Set<() => void>();
const nameOf = (kind: Kind) => `waits-for-mail-${kind}`;

/** @returns undefined also for a text that cannot be read */
function parse(text: string | null): WaitingMail | undefined {
  if (text === null) return undefined;
  try {
    const { email, at, asksBy } = JSON.parse(text) as WaitingMail;
    return at > serverNow() - rememberedMs ? { email, at, asksBy } : undefined;
  } catch {
    return undefined;
  }
}

/** Tells the server, with the next page, whether a mail is waited for. */
function tellOfWaiting(): void {
  const waits = kinds.some((kind) => parse(deviceStorage.get(nameOf(kind))) !== undefined);
  tellServer('waits', waits ? '1' : undefined);
}

function change(kind: Kind, mail: WaitingMail | undefined): void {
  if (mail) deviceStorage.set(nameOf(kind), JSON.stringify(mail));
  else deviceStorage.remove(nameOf(kind));
  tellOfWaiting();
  for (const listener of listeners) listener();
}

/** @param waiting the text with which the server is asked; a server of an earlier release gives none */
export function waitForMail(kind: Kind, email: string, waiting?: string): void {
  const before = parse(deviceStorage.get(nameOf(kind)));
  const others = before?.email === email ? before.asksBy : [];
  const asksBy = [...(waiting ? [waiting] : []), ...others].slice(0, maxSignUps);
  change(kind, { email, at: serverNow(), asksBy });
}

export const stopWaiting = (kind: Kind): void => change(kind, undefined);

/** Forgets all mails that were waited for, as somebody has signed in on this device. */
export function stopWaitingForMails(): void {
  stopWaiting('sign_up');
  stopWaiting('reset');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The mail that is waited for on this device, in whichever tab it was asked for. */
export const useWaitingMail = (kind: Kind): WaitingMail | undefined =>
  parse(
    useSyncExternalStore(
      subscribe,
      () => deviceStorage.get(nameOf(kind)),
      () => null,
    ),
  );

/** The state of sign-ups, whose links may be opened elsewhere. It is asked for while the page is seen, and as it comes to the front. */
export const signUpStateQuery = ({ asksBy, at }: WaitingMail) =>
  queryOptions({
    queryKey: ['sign-up-state', asksBy],
    queryFn: ({ signal }) => api.get_sign_up_state({ waiting: asksBy }, { signal }),
    enabled: asksBy.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data && data.state !== 'waiting' && data.state !== 'mail_refused') return false;
      return serverNow() - at < soonMs ? 15_000 : 60_000;
    },
    meta: { failed: null, isOptional: true },
  });

// An earlier page, or a release before, may have told something else.
tellOfWaiting();
