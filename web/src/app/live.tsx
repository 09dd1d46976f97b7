import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSessionLive } from '../features/auth/live.ts';
import { useLikesLive } from '../features/likes/live.ts';
import { useNotificationsLive } from '../features/notifications/live.ts';
import { usePostsLive } from '../features/posts/live.ts';
import { useSavesLive } from '../features/saves/live.ts';
import { useSettingsLive } from '../features/settings/live.ts';
import { retryFailedCode } from '../lib/lazy-code.ts';
import { LiveProvider } from '../lib/live.tsx';
import { endSession, recheckSession } from '../lib/session-query.ts';
import { useSession } from '../lib/session.tsx';

/** Joins the session to the realtime connection, and to the features that listen on every screen. */
export function Live({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user } = useSession();
  return (
    <LiveProvider
      personId={user?.id ?? null}
      onResync={() => {
        void client.invalidateQueries();
        void retryFailedCode();
      }}
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
  useLikesLive();
  useNotificationsLive();
  usePostsLive();
  useSavesLive();
  useSettingsLive();
  return null;
}
