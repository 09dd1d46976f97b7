import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { concernsManyPosts, useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { menuQuery, warungsKey } from './api.ts';

/** Updates the list of stalls when a stall appears, disappears, opens or closes. */
export function useWarungListRealtime(): void {
  const client = useQueryClient();
  useTopic('feed');
  useSignal((signal) => {
    if (concernsManyPosts(signal)) refresh(client, warungsKey);
  });
}

/** Keeps a stall and its menu up to date while its screen is shown. */
export function useWarungRealtime(id: string): void {
  const client = useQueryClient();
  useTopic(`warung:${id}`);
  useSignal((signal) => {
    if (signal.type !== 'warung_changed' || signal.warung_id !== id) return;
    refresh(client, warungsKey);
    refresh(client, menuQuery(id).queryKey);
  });
}

/** Keeps one's own stall up to date with one's other phones, and with the server, which closes stalls at 04.00. */
export function useMyWarungRealtime(id: string): void {
  const client = useQueryClient();
  useTopic(`warung:${id}`);
  useSignal((signal) => {
    if (signal.type === 'warung_changed' && signal.warung_id === id) refresh(client, warungsKey);
  });
}
