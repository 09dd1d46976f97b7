import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { bootedAt, takeBootAnswer } from '../../lib/calls/boot.ts';

/** What a link tells people without a session, or null. While it cannot be loaded, the login page shows no preview. */
export const linkPreviewQuery = (path: string) =>
  queryOptions({
    queryKey: ['link-preview', path],
    queryFn: ({ signal }) => api.get_link_preview({ path }, { signal }),
    initialData: () => {
      const preview = takeBootAnswer('get_link_preview');
      return preview === null || preview?.path === path ? preview : undefined;
    },
    initialDataUpdatedAt: bootedAt,
    meta: { failed: null },
  });
