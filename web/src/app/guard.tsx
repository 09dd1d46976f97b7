import type { ScreenAccess } from '@lapau/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { afterLoginState } from '../lib/screen/use-go-back.ts';
import { recheckSession } from '../lib/session/session-query.ts';
import { useSession } from '../lib/session/session.tsx';
import { Heading } from '../ui/parts/heading.tsx';
import { LoadFailure } from '../ui/waiting/load-failure.tsx';
import { redirectFor } from './access.ts';
import { Loading } from './loading.tsx';

/** Shows its children to those who may see them and redirects the others (product.md#access). */
export function Guard({ access, children }: { access: ScreenAccess; children: ReactNode }) {
  const { profile, loading, failed, ending } = useSession();
  const place = useLocation();
  if (access === 'public') return children;
  if (loading) return <Loading />;
  if (failed) return <SessionUnknown error={failed} />;
  const target = redirectFor(access, { role: profile?.role ?? null, ending }, place);
  if (target === undefined) return children;
  return <Navigate to={target} replace state={access === 'guest' ? afterLoginState : undefined} />;
}

function SessionUnknown({ error }: { error: Error }) {
  const client = useQueryClient();
  return (
    <main>
      <Heading>Tidak dapat terhubung</Heading>
      <LoadFailure
        drawing="plate"
        title="Tidak dapat terhubung"
        error={error}
        onRetry={() => void recheckSession(client)}
      />
    </main>
  );
}
