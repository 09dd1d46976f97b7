import type { Session } from '@lapau/contract/profile';
import { realtimeTimes } from '@lapau/contract/signals';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isSuspension } from './api-error.ts';
import { api, post } from './api.ts';
import { dropBootAnswers, takeBootAnswer } from './boot.ts';
import { toast } from './toast.ts';

/** How the last session of this page ended: `left` by the person or a suspension, `lost` by running out elsewhere. */
export type Departure = 'left' | 'lost';

export interface SessionState {
  session: Session | null;
  departure?: Departure;
}

const sessionKey = ['session'];

/** Who is signed in. It is asked again on focus, after a reconnect and with the realtime heartbeat (D10, D47). */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ client, signal }): Promise<SessionState> => {
    const before = client.getQueryData<SessionState>(sessionKey);
    try {
      const session = await api.get_session({}, { signal });
      if (before?.session && session?.user.id !== before.session.user.id) dropPersonalData(client);
      if (session) return { session };
      if (!before?.session) return { session, departure: before?.departure };
      toast.info('Sesi Anda telah berakhir. Silakan masuk lagi.', { id: 'session-over' });
      return { session, departure: 'lost' };
    } catch (error) {
      if (!isSuspension(error)) throw error;
      dropPersonalData(client);
      toast.error(error.message, { id: error.message });
      // The cookie goes too, so that another account can sign in here; without an answer it is refused again anyway.
      void signOut().catch(() => undefined);
      return { session: null, departure: 'left' };
    }
  },
  initialData: (): SessionState | undefined => {
    const session = takeBootAnswer('get_session');
    return session === undefined ? undefined : { session };
  },
  gcTime: Infinity,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
  refetchInterval: ({ state }) => (state.data?.session ? realtimeTimes.heartbeat : false),
  meta: { failed: 'Gagal memuat sesi.' },
});

/** A session in use does not run out: it is renewed when the page starts, and on focus a few times a day. */
export const renewalQuery = queryOptions({
  queryKey: ['session-renewal'],
  queryFn: () =>
    fetch('/auth/get-session', { credentials: 'same-origin' })
      // an answer that nobody reads to its end keeps its connection
      .then((response) => response.text().then(() => response.ok))
      .catch(() => false),
  staleTime: 6 * 60 * 60_000,
  gcTime: Infinity,
});

/** Asks again who is signed in: after signing in, and when something says that it changed. */
export async function recheckSession(client: QueryClient): Promise<Session | null> {
  await client.refetchQueries({ queryKey: sessionKey });
  return client.getQueryData<SessionState>(sessionKey)?.session ?? null;
}

/** Ends the session on the server, and clears its cookie whatever it was worth. */
export const signOut = () => post('/auth/sign-out', {});

/** Forgets the person who has just signed out, here or in another tab. */
export function endSession(client: QueryClient): void {
  // A look-up under way could bring the old session back.
  void client.cancelQueries({ queryKey: sessionKey });
  dropPersonalData(client);
  client.setQueryData<SessionState>(sessionKey, { session: null, departure: 'left' });
}

/** Nothing that one person loaded is shown to the next. */
function dropPersonalData(client: QueryClient): void {
  dropBootAnswers();
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'settings' });
}
