import type { Banner } from '@lapau/contract/banners';
import type { CallInput } from '@lapau/contract/calls';
import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';
import { newId } from '../../lib/new-id.ts';
import { toast } from '../../lib/toast.ts';
import { upload } from '../../lib/upload.ts';

/** All banners, newest first. */
export const bannerListQuery = infiniteQueryOptions({
  queryKey: ['banners', 'all'],
  queryFn: ({ pageParam, signal }) =>
    api.get_banners({ before: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
  initialPageParam: null as Before | null,
  getNextPageParam: (page) => nextAfter(page),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat data banner.' },
});

type EditedBanner = Omit<CallInput<'update_banner'>, 'banner_id' | 'image_url'> & {
  /** Of the banner that is edited; left out for a new one. */
  id?: string | undefined;
  /** Left out, the present picture stays. */
  photo?: Blob | undefined;
};

export const saveBanner = mutationOptions({
  mutationFn: async ({ id, photo, ...fields }: EditedBanner): Promise<Banner> => {
    // A name of its own: the address of a banner's picture never changes its content.
    const image_url = photo && (await upload(`avatars/promo_banners/${newId()}`, photo)).path;
    return id === undefined
      ? api.create_banner({ ...fields, image_url: image_url ?? '' })
      : api.update_banner({ ...fields, banner_id: id, ...(image_url && { image_url }) });
  },
  onSuccess: () => toast.success('Banner berhasil disimpan.'),
  meta: { failed: 'Gagal menyimpan banner.' },
});

export const setBannerActive = mutationOptions({
  mutationFn: (input: CallInput<'set_banner_active'>) => api.set_banner_active(input),
  onSuccess: () => toast.success('Status banner berhasil diubah.'),
  meta: {
    failed: 'Gagal mengubah status banner.',
    failedBy: { banner_not_deactivated: 'Gagal menonaktifkan banner lain.' },
  },
});

export const deleteBanner = mutationOptions({
  mutationFn: (banner_id: string) => api.delete_banner({ banner_id }),
  onSuccess: () => toast.success('Banner berhasil dihapus.'),
  meta: { failed: 'Gagal menghapus banner.' },
});
