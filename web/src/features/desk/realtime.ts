import type { Signal } from '@lapau/contract/signals';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { adminStatsQuery } from './api.ts';

const counted = new Set<Signal['type']>([
  'applications_changed',
  'reports_changed',
  'users_changed',
  'settings_changed',
]);

/** Keeps the figures and the queues up to date. */
export function useDeskRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (counted.has(type)) refresh(client, adminStatsQuery.queryKey);
  });
}
