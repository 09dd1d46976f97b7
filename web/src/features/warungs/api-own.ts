import type { CallInput, CallOutput } from '@lapau/contract/calls';
import { hours, lastAt } from '@lapau/contract/day';
import type { MyWarung } from '@lapau/contract/warungs';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { freshForMs } from '../../lib/query/fresh-for.ts';
import { applyOpen, openKind, ownWarungKey } from '../../lib/session/own-stall.ts';
import { avatarUpload } from '../../lib/uploads/avatar-upload.ts';
import { warungQuery } from './api.ts';

/** One's own stall, or null when there is none. */
export const myWarungQuery = queryOptions({
  queryKey: ownWarungKey,
  queryFn: async ({ signal }): Promise<MyWarung | null> => {
    try {
      return await api.get_my_warung({}, { signal });
    } catch (error) {
      // The person is not a seller.
      if (error instanceof ApiError && error.code === 'forbidden') return null;
      throw error;
    }
  },
  staleTime: freshForMs,
  meta: { failed: 'Gagal memuat data warung.', stored: true },
});

export type OpenChange = { is_open: boolean };

/** Whether one's own stall is open: the last choice counts. */
export const openChanges = outbox.register<OpenChange, CallOutput<'set_warung_open'>>({
  name: openKind,
  request: (change) => ({ call: 'set_warung_open', input: change, isDated: true }),
  applyAnswer: (client, _change, answer) => {
    applyOpen(client, answer);
    const warung = client.getQueryData(myWarungQuery.queryKey);
    if (warung) client.setQueryData(warungQuery(warung.id).queryKey, (stall) => stall && { ...stall, ...answer });
  },
  supersede: () => null,
  meta: { failed: 'Gagal memperbarui informasi warung.' },
});

/**
 * The stall as its cook wants it, dated now.
 * @param isOpen the choice that is not confirmed yet, if there is one
 */
export function wantedWarung(warung: MyWarung, isOpen: boolean | undefined, now: Date): MyWarung {
  if (isOpen === undefined) return warung;
  return { ...warung, is_open: isOpen, ...(isOpen && { confirmed_at: now.toISOString() }) };
}

/** Whether it is time to ask the cook if the stall is still open: it closes nightly and was not confirmed this evening. */
export function asksIfOpen({ is_open, closes_nightly, confirmed_at }: MyWarung, now: Date): boolean {
  const asked = lastAt(hours.asksIfOpen, now);
  const isNight = asked > lastAt(hours.newDay, now);
  return is_open && closes_nightly && isNight && (confirmed_at === null || Date.parse(confirmed_at) < asked.getTime());
}

type WarungFields = CallInput<'update_my_warung'>;

/** Changes the data of one's own stall. A version conflict is shown by the form. */
export const saveWarung = mutationOptions({
  mutationFn: (fields: WarungFields) => api.update_my_warung(fields),
  onSuccess: (warung, _fields, _context, { client }) => client.setQueryData(myWarungQuery.queryKey, warung),
  meta: {
    failed: 'Gagal memperbarui informasi warung.',
    failedBy: {
      warung_not_found: 'Gagal memperbarui informasi warung: Data tidak ditemukan setelah update.',
      version_conflict: null,
    },
  },
});

/** Uploads a photo and sets it as the stall's. */
export const saveWarungAvatar = avatarUpload('warung_avatar', (path, signal) =>
  api.update_warung_avatar({ path }, { signal }),
);
