import type { PushSwitches } from '@lapau/contract/push';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { createLatestChanges } from '../../lib/outbox/latest-changes.ts';

/** The kinds of events that the person wants to be pushed, on all their devices, and the key with which browsers subscribe. */
export const pushSettingsQuery = queryOptions({
  queryKey: ['push-settings'],
  queryFn: ({ signal }) => api.get_push_settings({}, { signal }),
  meta: { failed: null, stored: true },
});

/** A switch (`id`) that the person has set. */
type SwitchChange = { id: keyof PushSwitches; on: boolean };

/** Switches whose new state the server has not confirmed yet. */
export const switchChanges = createLatestChanges<SwitchChange, PushSwitches>({
  name: 'push-switch',
  isQuiet: true,
  request: ({ id, on }) => ({ call: 'set_push_settings', input: { [id]: on } }),
  applyAnswer: (client, { id }, answer) =>
    // Another switch may be on its way, whose state is not in this answer.
    client.setQueryData(pushSettingsQuery.queryKey, (before) => before && { ...before, [id]: answer[id] }),
  meta: { failed: 'Gagal mengubah notifikasi.' },
});
