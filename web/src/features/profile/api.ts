import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import type { Cancellable } from '../../lib/calls/api.ts';
import { avatarUpload } from '../../lib/uploads/avatar-upload.ts';

export const saveProfile = mutationOptions({
  mutationFn: async (profile: CallInput<'update_profile'>) => (await api.update_profile(profile)).profile,
  meta: { failed: 'Gagal memperbarui profil.', failedBy: { version_conflict: null } },
});

/** Uploads a photo and sets it as one's avatar. */
export const saveAvatar = avatarUpload('profile_avatar', (path, signal) => api.update_avatar({ path }, { signal }));

export const changePassword = mutationOptions({
  mutationFn: (passwords: CallInput<'change_password'>) => api.change_password(passwords),
});

export const devicesQuery = queryOptions({
  queryKey: ['signed-in-devices'],
  queryFn: ({ signal }) => api.list_sessions({}, { signal }),
  // Another device may have signed in meanwhile.
  staleTime: 0,
  // The screen shows the error itself.
  meta: { failed: null },
});

/** Signs out the device with this session, or all but this one. */
export const signOutDevices = mutationOptions({
  mutationFn: ({ id, signal }: { id: string | undefined } & Cancellable) =>
    id === undefined ? api.end_other_sessions({}, { signal }) : api.end_session({ session_id: id }, { signal }),
  meta: { failed: 'Gagal mengeluarkan perangkat.' },
});

export const deleteAccount = mutationOptions({
  mutationFn: ({ signal, ...proof }: CallInput<'delete_account'> & Cancellable) =>
    api.delete_account(proof, { signal }),
});
