import { ofKnown } from '@lapau/contract/known';
import type { Session } from '@lapau/contract/profile';
import { roleNames } from '@lapau/contract/roles';
import { realtimeTimes } from '@lapau/contract/signals';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { Cancelled, isSuspension } from '../calls/api-error.ts';
import type { ApiError } from '../calls/api-error.ts';
import { api } from '../calls/api.ts';
import { dropBootAnswers, takeBootAnswer } from '../calls/boot.ts';
import { endLeftSession, isSessionLeft } from '../calls/left-session.ts';
import { createLazyCode, whenLoaded } from '../device/lazy-code.ts';
import { guest } from '../drafts/draft-owner.ts';
import { outbox } from '../outbox/page-outbox.ts';
import { storedAnswers } from '../query/query.ts';
import { sessionOver, toast } from '../screen/toast.ts';
import { chooseStart } from './start-choice.ts';

/** How the last session of this page ended: `left` by signing out or a suspension, `lost` by expiry or a sign-out elsewhere. */
export type SessionEnding = 'left' | 'lost';

type SessionState = {
  session: Session | null;
  ending?: SessionEnding;
  /** Why the person was signed out when they were suspended or deleted; shown under the form of /login. */
  suspension?: ApiError;
};

const sessionKey = ['session'];
/** The pause before the server is told again of a session that was left, if it could not be. */
const leftSessionMs = 5_000;
const renewalIntervalMs = 6 * 60 * 60_000;

/** The person who is signed in, or suspended. It is refetched on focus, after a reconnect and with the realtime heartbeat. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ client, signal }): Promise<SessionState> => {
    const before = client.getQueryData<SessionState>(sessionKey);
    if (isSessionLeft() && !(await isLeftSessionEnded())) return { session: null, ending: 'left' };
    try {
      const session = await api.get_session({}, { signal });
      // The session has ended here meanwhile, and the page says so.
      if (signal.aborted) throw new Cancelled();
      if (before?.session && session?.user.id !== before.session.user.id) dropPersonalData(client);
      else if (before && session && !before.session) toast.clear();
      // A page that has just started forgets them at rest (preload-code.ts).
      if (before && session && session.user.id !== before.session?.user.id) void forgetOthers(session.user.id);
      if (before?.session && session && before.session.profile.role !== session.profile.role) {
        toast.info(toldOfRole(before.session.profile.role, session.profile.role));
      }
      if (session) return { session };
      if (!before?.session) return { ...before, session };
      if (!toast.isShown(sessionOver)) {
        toast.info('Sesi Anda telah berakhir. Silakan masuk lagi.', { id: sessionOver });
      }
      return { session, ending: 'lost' };
    } catch (error) {
      if (signal.aborted || !isSuspension(error)) throw error;
      // The cookie stays: an undone suspension lets the session go on (D75). Signing in replaces it.
      if (before?.session) dropPersonalData(client);
      // The suspended person is the one whose cookie it is; the device keeps nothing of anybody else.
      void forgetOthers(guest);
      return { session: null, ending: 'left', suspension: error };
    }
  },
  initialData: (): SessionState | undefined => {
    if (isSessionLeft()) {
      // The server has made its answers for the person who has left; the page may have been closed before all was deleted.
      dropBootAnswers();
      void forgetOthers(guest);
      void whenLoaded(keptApp).then(({ forgetAccount }) => forgetAccount());
      return { session: null, ending: 'left' };
    }
    const session = takeBootAnswer('get_session');
    return session === undefined ? undefined : { session };
  },
  initialDataUpdatedAt: () => (isSessionLeft() ? 0 : undefined),
  gcTime: Infinity,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
  refetchInterval: ({ state: { data } }) => {
    if (isSessionLeft()) return leftSessionMs;
    return data?.session || data?.suspension ? realtimeTimes.heartbeatMs : false;
  },
  meta: { failed: 'Gagal memuat sesi.', stored: ({ session }: SessionState) => ({ session }) },
});

function toldOfRole(before: Session['profile']['role'], now: Session['profile']['role']): string {
  if (before === 'pembeli' && now === 'penjual') return 'Warung Anda disetujui.';
  const name = ofKnown(roleNames, now);
  return name ? `Peran Anda sekarang ${name}.` : 'Peran Anda sudah diubah.';
}

/** Tells the server of a session that was left here. Nobody is signed in meanwhile, even if the server cannot be told. */
const isLeftSessionEnded = (): Promise<boolean> =>
  endLeftSession().then(
    () => true,
    () => false,
  );

const draftStore = createLazyCode(() => import('../drafts/draft-store.ts'));
export const keptApp = createLazyCode(() => import('./kept-app.ts'));

/**
 * Deletes from the device all texts, changes and answers of accounts other than this one, as the person who is signed in now could read
 * them. They are there when somebody has lost the session without signing out: until another account signs in, they wait for that person.
 * @param account `guest` to delete those of everybody who was signed in
 */
export async function forgetOthers(account: string): Promise<void> {
  (await whenLoaded(draftStore)).keepDraftsOf(account);
  await outbox.forgetOthers(account);
  await (await whenLoaded(storedAnswers)).forgetOthers(account);
}

/** Renews the session when the page starts, and on focus a few times a day, so that a session in use does not expire. */
export const renewalQuery = queryOptions({
  queryKey: ['session-renewal'],
  queryFn: () =>
    fetch('/auth/get-session', { credentials: 'same-origin' })
      // The body is read to its end, or its connection would stay in use.
      .then((response) => response.text().then(() => response.ok))
      .catch(() => false),
  staleTime: renewalIntervalMs,
  gcTime: Infinity,
});

/** Refetches who is signed in: after signing in, and when it may have changed. */
export async function recheckSession(client: QueryClient): Promise<Session | null> {
  await client.refetchQueries({ queryKey: sessionKey });
  return client.getQueryData<SessionState>(sessionKey)?.session ?? null;
}

/** Drops the session and everything cached for its person, after a sign-out here or in another tab. */
export function endSession(client: QueryClient): void {
  if (client.getQueryData<SessionState>(sessionKey)?.session) void forgetOthers(guest);
  leaveSession(client);
  // This has the server told of it.
  if (isSessionLeft()) void recheckSession(client);
}

/** Leaves the session but keeps what was typed: the person may sign in again, though not to the screen that they were on. */
export function leaveSession(client: QueryClient): void {
  // The answer that ended the session may come before the signal of its end; its toast is then on the screen.
  if (client.getQueryData<SessionState>(sessionKey)?.session === null) return;
  // A request in flight could restore the old session.
  void client.cancelQueries({ queryKey: sessionKey });
  dropPersonalData(client);
  client.setQueryData<SessionState>(sessionKey, { session: null, ending: 'left' });
}

/** Leaves the session when another person has signed in in another tab. This needs no answer of the server, which may be away. */
export function leaveTo(client: QueryClient, account: string): void {
  const person = client.getQueryData<SessionState>(sessionKey)?.session?.user.id;
  if (person === undefined || person === account) return;
  leaveSession(client);
  void forgetOthers(account);
}

/** Clears everything that was cached, stored and shown for the person, so that the next one does not see it. */
function dropPersonalData(client: QueryClient): void {
  chooseStart(undefined);
  toast.clear(sessionOver);
  dropBootAnswers();
  void whenLoaded(keptApp).then(({ forgetAccount }) => forgetAccount());
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'settings' });
}
