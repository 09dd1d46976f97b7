import { useState } from 'react';
import type { ReactNode } from 'react';
import { noteLeftSession } from '../../../lib/calls/left-session.ts';
import { inTime } from '../../../lib/device/in-time.ts';
import { wakeWorkerToEnd } from '../../../lib/outbox/background-sync.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { useMember, useSession } from '../../../lib/session/session.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';

type SignOut = {
  /**
   * Signs out here and in the other tabs at once, also without a signal; the server is told as soon as it can be. Asks first when
   * something has not been sent yet.
   */
  signOut: () => void;
  /** The question, which has to be rendered. */
  question: ReactNode;
};

export function useSignOut(): SignOut {
  const { user, session_id: sessionId = '' } = useMember();
  const { end } = useSession();
  const [unsent, setUnsent] = useState<{ count: number; isAsked: boolean }>({ count: 0, isAsked: false });

  async function leave(): Promise<void> {
    // The outbox forgets first, so that nothing that was given up is sent even if the page is closed at this moment.
    await inTime(outbox.forget(user.id)).catch(() => undefined);
    noteLeftSession(sessionId, user.id);
    wakeWorkerToEnd(sessionId);
    end();
  }

  async function askOrLeave(): Promise<void> {
    const count = await inTime(outbox.countUnsent()).catch(() => outbox.state().entries.length);
    if (count > 0) setUnsent({ count, isAsked: true });
    else await leave();
  }

  return {
    signOut: () => void askOrLeave(),
    question: (
      <Confirm
        open={unsent.isAsked}
        onClose={() => setUnsent((before) => ({ ...before, isAsked: false }))}
        title="Keluar sebelum terkirim?"
        text={`Ada ${unsent.count} yang belum terkirim. Kalau keluar, hilang.`}
        verb="Keluar"
        onConfirm={leave}
      />
    ),
  };
}
