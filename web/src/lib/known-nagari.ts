import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The nagari names already in use, suggested by every form that asks for one. */
export const knownNagariQuery = queryOptions({
  queryKey: ['known-nagari'],
  queryFn: async ({ signal }) => (await api.get_sign_up_options({}, { signal })).nagari,
  refetchOnWindowFocus: false,
  meta: { failed: 'Gagal memuat daftar nagari.', isOptional: true },
});
