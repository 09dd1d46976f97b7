import type { Spellings } from '@lapau/contract/search';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import type { Cancellable } from '../../lib/calls/api.ts';
import { toast } from '../../lib/screen/toast.ts';

/** Every row of spellings that people mix. */
export const spellingsQuery = queryOptions({
  queryKey: ['spellings'],
  queryFn: ({ signal }) => api.get_spellings({}, { signal }),
  meta: { failed: 'Gagal memuat ejaan.' },
});

/** Splits a typed list: 'rendang, randang'. */
export const splitSpellings = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((spelling) => spelling.trim())
    .filter(Boolean);

export const addSpellings = mutationOptions({
  mutationFn: (alike: string[]) => api.add_spellings({ alike }),
  onSuccess: () => toast.success('Ejaan ditambahkan.'),
  meta: { failed: 'Gagal menambah ejaan: {detail}' },
});

export const deleteSpellings = mutationOptions({
  mutationFn: ({ id, signal }: Spellings & Cancellable) => api.delete_spellings({ spellings_id: id }, { signal }),
  onSuccess: () => toast.success('Ejaan dihapus.'),
  meta: { failed: 'Gagal menghapus ejaan: {detail}' },
});
