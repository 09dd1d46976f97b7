import type { CallInput } from '@lapau/contract/calls';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';
import { toast } from '../../lib/screen/toast.ts';

export const adminWarungsKey = ['admin-warungs'] as const;

export type WarungFilter = Pick<CallInput<'get_all_warungs_with_owner_info'>, 'search_term' | 'status'>;

/** All stalls with their owners, newest first. */
export const adminWarungListQuery = (filter: WarungFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminWarungsKey, 'list', filter],
    ...keysetPages((page, request) => api.get_all_warungs_with_owner_info({ ...filter, ...page }, request)),
    // No signals are received while another screen is shown.
    staleTime: 0,
    meta: { failed: 'Gagal memuat daftar warung.' },
  });

export const adminWarungTotalQuery = (filter: WarungFilter) =>
  queryOptions({
    queryKey: [...adminWarungsKey, 'total', filter],
    queryFn: ({ signal }) => api.count_all_warungs(filter, { signal }),
    staleTime: 0,
    // The list below the number says that nothing can be loaded.
    meta: { failed: null, isOptional: true },
  });

/** One stall; the screen does without its name. */
export const adminWarungQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminWarungsKey, 'one', id],
    queryFn: ({ signal }) => api.get_warung_by_admin({ warung_id: id }, { signal }),
    meta: { failed: 'Gagal memuat nama warung.', isOptional: true },
  });

/** A stall's menu, hidden dishes too. */
export const adminMenuQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...adminWarungsKey, 'menu', id],
    ...keysetPages((page, request) => api.get_warung_menu_by_admin({ warung_id: id, ...page }, request)),
    // Another screen adds dishes to this menu.
    staleTime: 0,
    meta: { failed: 'Gagal memuat menu.' },
  });

export const saveWarung = mutationOptions({
  mutationFn: (input: CallInput<'update_warung_by_admin'>) => api.update_warung_by_admin(input),
  onSuccess: () => toast.success('Data warung berhasil diperbarui.'),
  meta: { failed: 'Gagal memperbarui warung: {detail}', failedBy: { version_conflict: null } },
});

export const saveDish = mutationOptions({
  mutationFn: (input: CallInput<'update_post_by_admin'>) => api.update_post_by_admin(input),
  onSuccess: () => toast.success('Menu berhasil diperbarui.'),
  meta: { failed: 'Gagal memperbarui menu.', failedBy: { version_conflict: null } },
});
