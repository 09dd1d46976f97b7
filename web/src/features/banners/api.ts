import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { bootedAt, takeBootAnswer } from '../../lib/calls/boot.ts';

/** The active banner, or null. */
export const activeBannerQuery = queryOptions({
  queryKey: ['banners', 'active'],
  queryFn: ({ signal }) => api.get_active_banner({}, { signal }),
  initialData: () => takeBootAnswer('get_active_banner'),
  initialDataUpdatedAt: bootedAt,
  meta: { failed: 'Gagal memuat data banner.', isOptional: true, stored: true },
});
