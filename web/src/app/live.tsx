import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSessionLive } from '../features/auth/live.ts';
import { endSession, recheckSession } from '../features/auth/session-query.ts';
import { useSession } from '../features/auth/session.tsx';
import { useSettingsLive } from '../features/settings/live.ts';
import { LiveProvider } from '../lib/live.tsx';

/** Joins the session to the realtime connection, and to the features that listen on every screen. */
export function Live({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user } = useSession();
  return (
    <LiveProvider
      personId={user?.id ?? null}
      onResync={() => void client.invalidateQueries()}
      // Signing out tells the pages of that one session, this one too, before it is answered.
      onEnd={(reason) => (reason === 'signed_out' ? endSession(client) : void recheckSession(client))}
    >
      <Listeners />
      {children}
    </LiveProvider>
  );
}

function Listeners() {
  useSessionLive();
  useSettingsLive();
  return null;
}
