import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { verifyEmailQuery } from '../api.ts';
import { Notice } from './notice.tsx';

/** Verifies the e-mail as soon as it is rendered, which creates the account (D4); opened by the mailed link. */
export function VerifyEmailNotice({ token, onVerified }: { token: string; onVerified: () => void }) {
  const { isSuccess, error, isFetching, refetch } = useQuery(verifyEmailQuery(token));
  const leave = useEffectEvent(onVerified);
  useEffect(() => {
    if (isSuccess) leave();
  }, [isSuccess]);
  if (error === null) return <Notice tone="neutral">Memverifikasi email...</Notice>;
  if (error instanceof ApiError && error.code === 'invalid_token') {
    return <Notice tone="bad">Tautan verifikasi sudah tidak berlaku. Masuk untuk meminta tautan baru.</Notice>;
  }
  return (
    <div className="grid gap-3">
      <Notice tone="bad">Email belum dapat diverifikasi.</Notice>
      <Button variant="quiet" busy={isFetching} busyText="Mencoba..." onClick={() => void refetch()}>
        Coba lagi
      </Button>
    </div>
  );
}
