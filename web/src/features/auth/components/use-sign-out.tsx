import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { signOut } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.tsx';
import { Confirm } from '../../../ui/confirm.tsx';

type SignOut = {
  /** Signs out here and in the other tabs; asks first when something has not been sent yet. */
  signOut: () => void;
  isPending: boolean;
  /** To be rendered: the question. */
  question: ReactNode;
};

export function useSignOut(): SignOut {
  const { end } = useSession();
  const [unsent, setUnsent] = useState<{ count: number; isAsked: boolean }>({ count: 0, isAsked: false });
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: end,
    meta: { failed: 'Gagal keluar.' },
  });
  return {
    signOut: () =>
      void outbox.countUnsent().then((count) => {
        if (count === 0) mutate();
        else setUnsent({ count, isAsked: true });
      }),
    isPending,
    question: (
      <Confirm
        open={unsent.isAsked}
        onClose={() => setUnsent((before) => ({ ...before, isAsked: false }))}
        title="Keluar sebelum terkirim?"
        text={`${unsent.count} hal yang Anda lakukan belum terkirim. Kalau keluar sekarang, semuanya dihapus dari HP ini.`}
        verb="Keluar"
        onConfirm={() => mutateAsync()}
      />
    ),
  };
}
