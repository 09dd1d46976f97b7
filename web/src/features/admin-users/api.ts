import type { CallInput } from '@lapau/contract/calls';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';
import { toast } from '../../lib/screen/toast.ts';

export const adminUsersKey = ['admin-users'] as const;

export type UserFilter = Pick<CallInput<'get_all_users_with_profiles'>, 'search_term' | 'role' | 'status'>;

/** All people, newest first. */
export const adminUserListQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminUsersKey, 'list', filter],
    ...keysetPages((page, request) => api.get_all_users_with_profiles({ ...filter, ...page }, request)),
    // No signals are received while another screen is shown.
    staleTime: 0,
    meta: { failed: 'Gagal memuat data pengguna: {detail}' },
  });

export const adminUserTotalQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...adminUsersKey, 'total', filter],
    queryFn: ({ signal }) => api.count_all_users(filter, { signal }),
    staleTime: 0,
    // The list below the number says that nothing can be loaded.
    meta: { failed: null, isOptional: true },
  });

export const saveUser = mutationOptions({
  mutationFn: (input: CallInput<'update_user_by_admin'>) => api.update_user_by_admin(input),
  onSuccess: () => toast.success('Data pengguna berhasil diperbarui.'),
  meta: { failed: 'Gagal memperbarui: {detail}', failedBy: { version_conflict: null } },
});

/** The code is in this response only, and in memory only while it is on the screen. */
export const createRecoveryCode = mutationOptions({
  mutationFn: (userId: string) => api.create_recovery_code({ user_id: userId }),
  gcTime: 0,
  meta: { failed: 'Gagal membuat kode pemulihan: {detail}' },
});

/** Another admin reads in the list who has asked. */
export const requestRecoveryCode = mutationOptions({
  mutationFn: (userId: string) => api.request_recovery_code({ user_id: userId }),
  onSuccess: (_request, _userId, _result, { client }) => client.invalidateQueries({ queryKey: adminUsersKey }),
  meta: { failed: 'Gagal meminta kode pemulihan: {detail}' },
});
