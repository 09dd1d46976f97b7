import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSessionRealtime } from '../features/auth/realtime.ts';
import { useUnreadRealtime } from '../features/chat/realtime.ts';
import { useFeedChanges } from '../features/feed/realtime.ts';
import { useLikesRealtime } from '../features/likes/realtime.ts';
import { useNotificationsRealtime } from '../features/notifications/realtime.ts';
import { usePostsRealtime } from '../features/posts/realtime.ts';
import { useSavesRealtime } from '../features/saves/realtime.ts';
import { useSettingsRealtime } from '../features/settings/realtime.ts';
import { retryFailedCode } from '../lib/device/lazy-code.ts';
import { outbox } from '../lib/outbox/page-outbox.ts';
import { refresh } from '../lib/query/refresh.ts';
import { RealtimeProvider } from '../lib/realtime/realtime-provider.tsx';
import { sessionOver, toast } from '../lib/screen/toast.ts';
import { endSession, keptApp, leaveSession, recheckSession } from '../lib/session/session-query.ts';
import { useSession } from '../lib/session/session.tsx';

/** Connects the realtime connection with the session and with the features that receive signals on every screen. */
export function PageRealtime({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user } = useSession();
  return (
    <RealtimeProvider
      personId={user?.id ?? null}
      onResync={() => {
        refresh(client, []);
        void retryFailedCode();
        outbox.retry();
        // The server may have been replaced by a newer one.
        const kept = keptApp.state();
        if (kept.status === 'ready') kept.code.lookForRelease();
      }}
      onEnd={(reason) => {
        // The signal of one's own sign-out here comes before its answer. After any other end the server is asked: what was not sent
        // goes only with an account or a stall that is gone (D83).
        if (reason === 'signed_out') return endSession(client);
        if (reason !== 'role_changed') return void recheckSession(client);
        leaveSession(client);
        toast.info('Peran Anda diubah admin. Silakan masuk lagi.', { id: sessionOver });
      }}
    >
      <SignalHandlers />
      {children}
    </RealtimeProvider>
  );
}

function SignalHandlers() {
  useSessionRealtime();
  useUnreadRealtime();
  useLikesRealtime();
  useNotificationsRealtime();
  usePostsRealtime();
  useFeedChanges();
  useSavesRealtime();
  useSettingsRealtime();
  return null;
}
