import { fileSettingKeys } from '@lapau/contract/settings';
import type { SettingKey } from '@lapau/contract/settings';
import { mutationOptions } from '@tanstack/react-query';
import { ApiError, isSignedOut, isSuspension } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import { shrinkPhoto } from '../../lib/uploads/shrink-photo.ts';
import { upload } from '../../lib/uploads/upload.ts';

export type FileSettingKey = (typeof fileSettingKeys)[number];
export type TextSettingKey = Exclude<SettingKey, FileSettingKey>;

/** A setting's new value, or a file to be uploaded; an empty value means the built-in default. `version` is the one seen. */
export type SettingChange = { version: number } & (
  | { key: SettingKey; value: string }
  | { key: FileSettingKey; file: File }
);

/** The result for one key; `during` tells whether its file or its value was refused. */
export type SettingOutcome =
  | { key: SettingKey; error?: undefined }
  | { key: SettingKey; error: ApiError; during: 'upload' | 'save' };

export const isFileSetting = (key: SettingKey): key is FileSettingKey =>
  fileSettingKeys.some((fileKey) => fileKey === key);

/** The names of files in `avatars/public/`, and the texts for failed uploads. */
export const settingFiles: Record<FileSettingKey, { name: string; failed: string }> = {
  logo_url: { name: 'logo', failed: 'Gagal mengunggah logo: {detail}' },
  favicon_url: { name: 'favicon', failed: 'Gagal mengunggah favicon: {detail}' },
  announcement_image_url: { name: 'announcement', failed: 'Gagal mengunggah gambar pemberitahuan: {detail}' },
};

/** Saves one key after another: a refused key does not stop the others. The mutation fails only when the session is over. */
export const saveSettings = mutationOptions({
  mutationFn: async (changes: SettingChange[]): Promise<SettingOutcome[]> => {
    const outcomes: SettingOutcome[] = [];
    for (const change of changes) outcomes.push(await save(change));
    return outcomes;
  },
});

async function save(change: SettingChange): Promise<SettingOutcome> {
  const { key } = change;
  let during: 'upload' | 'save' = 'upload';
  try {
    const value_to_update = 'file' in change ? await store(change.key, change.file) : change.value;
    during = 'save';
    await api.update_app_setting({ key_to_update: key, value_to_update, version: change.version });
    return { key };
  } catch (error) {
    if (!(error instanceof ApiError) || isSignedOut(error) || isSuspension(error)) throw error;
    return { key, error, during };
  }
}

/** @returns the stored file's path */
async function store(key: FileSettingKey, file: File): Promise<string> {
  // An icon may be a drawing, which would become a photo.
  const bytes = key === 'favicon_url' ? file : await shrinkPhoto(file);
  return (await upload(`avatars/public/${settingFiles[key].name}`, bytes)).path;
}
