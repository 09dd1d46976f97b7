import { mutationOptions } from '@tanstack/react-query';
import { upload } from './upload.ts';

type NewAvatar = {
  ownerId: string;
  photo: Blob;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a photo and sets it as an avatar. The mutation resolves to null when `signal` was aborted.
 * @param name the name of the file in the owner's folder
 * @param set makes the call that takes the uploaded file as the avatar
 */
export const avatarUpload = (
  name: 'profile_avatar' | 'warung_avatar',
  set: (path: string, signal: AbortSignal) => Promise<{ avatar_url: string }>,
) =>
  mutationOptions({
    mutationFn: async ({ ownerId, photo, onProgress, signal }: NewAvatar) => {
      try {
        const { path } = await upload(`avatars/${ownerId}/${name}`, photo, { onProgress, signal });
        return await set(path, signal);
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
    meta: { failed: 'Gagal mengunggah avatar.' },
  });

export type AvatarUpload = ReturnType<typeof avatarUpload>;
