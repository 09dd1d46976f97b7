import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { NewPost } from './api.ts';

/** The stall that an admin adds a dish to. */
export const sellingWarungQuery = (id: string) =>
  queryOptions({
    queryKey: ['selling-warung', id],
    queryFn: ({ signal }) => api.get_warung_by_admin({ warung_id: id }, { signal }),
    // The screen goes back and says why.
    meta: { failed: null, isOptional: true },
  });

/** Each call takes its own fields and no others. */
export const createWarungPost = (
  warung_id: string,
  { id, food_name, price, description, images }: NewPost,
): Promise<{ id: string }> => api.create_warung_post({ id, warung_id, food_name, price, description, images });
