import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { avatarUpload } from '../../lib/avatar-upload.ts';

export const saveProfile = mutationOptions({
  mutationFn: (profile: CallInput<'update_profile'>) => api.update_profile(profile),
  meta: { failed: 'Gagal memperbarui profil.' },
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
  mutationFn: (sessionId: string | undefined) =>
    sessionId === undefined ? api.end_other_sessions({}) : api.end_session({ session_id: sessionId }),
  meta: { failed: 'Gagal mengeluarkan perangkat.' },
});

export const deleteAccount = mutationOptions({
  mutationFn: (proof: CallInput<'delete_account'>) => api.delete_account(proof),
});
