import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { Cancellable } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';
import { chatKey } from './api-unread.ts';
import { detailsKey } from './api.ts';
import type { Details } from './api.ts';

/** Whom one has blocked, the last one first. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: [...chatKey, 'blocked'],
  queryFn: ({ pageParam, signal }) =>
    api.get_blocked_people({ before: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
  initialPageParam: null as Before | null,
  getNextPageParam: (page) => nextAfter(page),
  meta: { failed: 'Gagal memuat orang yang diblokir.' },
});

/** Blocks a person or unblocks them (D74). */
export const setBlock = mutationOptions({
  mutationFn: ({ signal, ...change }: { person_id: string; blocked: boolean } & Cancellable) =>
    api.set_block(change, { signal }),
  onSuccess: async ({ blocked }, { person_id }, _context, { client }) => {
    const writing = blocked ? 'blocked_by_you' : 'allowed';
    client.setQueriesData<Details>({ queryKey: detailsKey }, (details) =>
      details?.other_user?.id === person_id ? { ...details, writing } : details,
    );
    await Promise.all([detailsKey, blockedQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
  },
  meta: { failed: 'Gagal mengubah blokir.' },
});
