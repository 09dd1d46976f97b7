import type { Session } from '@lapau/contract/profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ApiError } from '../calls/api-error.ts';
import { isOnServer } from '../device/on-server.ts';
import { openTabChannel } from '../device/tab-channel.ts';
import { endSession, leaveTo, recheckSession, renewalQuery, sessionQuery } from './session-query.ts';
import type { SessionEnding } from './session-query.ts';

type SessionContextValue = {
  session: Session | null;
  user: Session['user'] | null;
  profile: Session['profile'] | null;
  /** Whether the first request is running, so that it is not known yet whether there is a session. */
  loading: boolean;
  /** The error of the first request, if it failed. */
  failed: Error | null;
  /** How the last session of this page ended, if it had one. */
  ending: SessionEnding | undefined;
  /** The error that ended the last session, when its person was suspended or deleted. */
  suspension: ApiError | undefined;
  /** Refetches the session, here and in other tabs: after signing in, after a change of one's own profile. */
  refetch: () => Promise<Session | null>;
  /** Ends the session in this and all other tabs, at once: the server is told of one that was left (left-session.ts). */
  end: () => void;
};

const SessionContext = createContext<SessionContextValue | null>(null);

/** A message between tabs: who has signed in, if anybody; `changed` comes from a tab of the release before. */
type TabMessage = { account: string | null } | 'changed' | 'ended';

/** Provides the session, synchronized across all tabs of the browser. */
export function SessionContextProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, error } = useQuery(sessionQuery);
  useQuery({ ...renewalQuery, enabled: Boolean(data?.session) });
  const tabs = useMemo(() => (isOnServer ? undefined : openTabChannel('session')), []);

  useEffect(() => {
    const receive = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'ended') return endSession(client);
      if (typeof data === 'object' && data.account !== null) leaveTo(client, data.account);
      void recheckSession(client);
    };
    tabs?.addEventListener('message', receive);
    return () => tabs?.removeEventListener('message', receive);
  }, [client, tabs]);

  const value = useMemo((): SessionContextValue => {
    const session = data?.session ?? null;
    return {
      session,
      user: session?.user ?? null,
      profile: session?.profile ?? null,
      loading: !data && !error,
      failed: data ? null : error,
      ending: data?.ending,
      suspension: data?.suspension,
      refetch: async () => {
        const found = await recheckSession(client);
        tabs?.postMessage({ account: found?.user.id ?? null } satisfies TabMessage);
        return found;
      },
      end: () => {
        endSession(client);
        tabs?.postMessage('ended' satisfies TabMessage);
      },
    };
  }, [client, tabs, data, error]);

  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession must be used within a SessionContextProvider');
  return value;
}

/** The session on a screen that only members reach. */
export function useMember(): Session {
  const { session } = useSession();
  if (!session) throw new Error('This screen needs a route of access class member or admin.');
  return session;
}
