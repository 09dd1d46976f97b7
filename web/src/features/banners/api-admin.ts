import type { Banner } from '@lapau/contract/banners';
import type { CallInput } from '@lapau/contract/calls';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import type { Cancellable } from '../../lib/calls/api.ts';
import { newId } from '../../lib/device/new-id.ts';
import { keysetPages } from '../../lib/query/keyset.ts';
import { retryTransient } from '../../lib/query/query.ts';
import { toast } from '../../lib/screen/toast.ts';
import { upload } from '../../lib/uploads/upload.ts';
import type { CroppedPicture } from '../../ui/photos/cut-out.ts';

/** All banners, newest first. */
export const bannerListQuery = infiniteQueryOptions({
  queryKey: ['banners', 'all'],
  ...keysetPages((page, request) => api.get_banners(page, request)),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat data banner.' },
});

export type EditedBanner = Pick<CallInput<'update_banner'>, 'link_url' | 'starts_at' | 'ends_at'> & {
  id: string;
  /** The version of the banner that the admin has seen; 0 for a new banner. */
  version: number;
  /** The new picture; when it is left out, the present one stays. */
  cropped: CroppedPicture | undefined;
};

export const saveBanner = mutationOptions({
  mutationFn: async ({ id, version, cropped, ...fields }: EditedBanner): Promise<Banner> => {
    const image_url = cropped && (await store(cropped));
    const edit = (seen?: number) =>
      api.update_banner({ ...fields, banner_id: id, version: seen, ...(image_url && { image_url }) });
    if (version > 0) return edit(version);
    try {
      return await api.create_banner({ ...fields, id, image_url: image_url ?? '' });
    } catch (error) {
      // An earlier attempt, whose answer was lost, has added the banner, which has been changed in the form since.
      if (error instanceof ApiError && error.code === 'id_conflict') return edit();
      throw error;
    }
  },
  onSuccess: () => toast.success('Banner berhasil disimpan.'),
  retry: retryTransient,
  meta: { failed: 'Gagal menyimpan banner.', failedBy: { version_conflict: null } },
});

/** The paths of stored pictures, so that another attempt sends the same path. */
const stored = new WeakMap<CroppedPicture, string>();

/** @returns the path of the uploaded picture */
async function store(cropped: CroppedPicture): Promise<string> {
  const earlier = stored.get(cropped);
  if (earlier !== undefined) return earlier;
  const photo = await cropped.cut();
  if (!photo) {
    const message = 'Foto ini tidak dapat dibuka. Pilih foto lain.';
    throw new ApiError('invalid_input', 422, message, { details: { image_url: message } });
  }
  // Each picture gets a name of its own: the address of a banner's picture never changes its content.
  const { path } = await upload(`avatars/promo_banners/${newId()}`, photo);
  stored.set(cropped, path);
  return path;
}

export const setBannerActive = mutationOptions({
  mutationFn: (input: CallInput<'set_banner_active'>) => api.set_banner_active(input),
  onSuccess: () => toast.success('Status banner berhasil diubah.'),
  meta: {
    failed: 'Gagal mengubah status banner.',
    failedBy: { banner_not_deactivated: 'Gagal menonaktifkan banner lain.' },
  },
});

export const deleteBanner = mutationOptions({
  mutationFn: ({ id, signal }: { id: string } & Cancellable) => api.delete_banner({ banner_id: id }, { signal }),
  onSuccess: () => toast.success('Banner berhasil dihapus.'),
  meta: { failed: 'Gagal menghapus banner.' },
});
