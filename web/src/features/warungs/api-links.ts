import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';

/** The addresses of one's own stall. They never change: once known, posters and pictures of the menu can be made without a network. */
export const myWarungLinksQuery = queryOptions({
  queryKey: ['my-warung-links'],
  queryFn: ({ signal }) => api.get_my_warung_links({}, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { failed: 'Gagal memuat alamat warung.', isOptional: true, stored: true },
});
