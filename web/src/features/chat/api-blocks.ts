import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import type { Cancellable } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';
import { forgetNames } from '../../lib/query/stored-answers.ts';
import { chatKey } from './api-unread.ts';
import { conversationsQuery, detailsKey } from './api.ts';
import type { Details } from './api.ts';

/** The people whom one has blocked, the last one first. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: [...chatKey, 'blocked'],
  ...keysetPages((page, request) => api.get_blocked_people(page, request)),
  meta: { failed: 'Gagal memuat orang yang diblokir.' },
});

/** Blocks a person or unblocks them. */
export const setBlock = mutationOptions({
  mutationFn: ({ signal, ...change }: { person_id: string; blocked: boolean } & Cancellable) =>
    api.set_block(change, { signal }),
  onSuccess: async ({ blocked }, { person_id }, _context, { client }) => {
    const writing = blocked ? 'blocked_by_you' : 'allowed';
    client.setQueriesData<Details>({ queryKey: detailsKey }, (details) =>
      details?.other_user?.id === person_id ? { ...details, writing } : details,
    );
    void forgetNames(client);
    const changed = [detailsKey, conversationsQuery.queryKey, blockedQuery.queryKey];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  },
  meta: { failed: 'Gagal mengubah blokir.' },
});
