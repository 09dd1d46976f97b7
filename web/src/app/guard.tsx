import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { recheckSession } from '../lib/session-query.ts';
import { useSession } from '../lib/session.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { redirectFor } from './access.ts';
import type { Access } from './access.ts';
import { Loading } from './loading.tsx';

/** Shows its children to those who may see them and redirects the others (product.md#access). */
export function Guard({ access, children }: { access: Access; children: ReactNode }) {
  const { profile, loading, failed, ending } = useSession();
  const place = useLocation();
  if (access === 'public') return children;
  if (loading) return <Loading />;
  if (failed) return <SessionUnknown />;
  const target = redirectFor(access, { role: profile?.role ?? null, ending }, place);
  return target === undefined ? children : <Navigate to={target} replace />;
}

function SessionUnknown() {
  const client = useQueryClient();
  return (
    <main>
      <h1 className="sr-only">Tidak dapat terhubung</h1>
      <LoadFailure drawing="plate" title="Tidak dapat terhubung" onRetry={() => void recheckSession(client)} />
    </main>
  );
}
