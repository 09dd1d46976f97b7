import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { upload } from '../../lib/upload.ts';

export const saveProfile = mutationOptions({
  mutationFn: (profile: CallInput<'update_profile'>) => api.update_profile(profile),
  meta: { failed: 'Gagal memperbarui profil.' },
});

type NewAvatar = {
  ownerId: string;
  photo: Blob;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/** Uploads a photo and sets it as one's avatar. Resolves to null when `signal` was aborted. */
export const saveAvatar = mutationOptions({
  mutationFn: async ({ ownerId, photo, onProgress, signal }: NewAvatar) => {
    try {
      const { path } = await upload(`avatars/${ownerId}/profile_avatar`, photo, { onProgress, signal });
      return await api.update_avatar({ path }, { signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  },
  meta: { failed: 'Gagal mengunggah avatar.' },
});

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
