import { queryOptions } from '@tanstack/react-query';
import { mailDeliveryQuery } from './mail-delivery.ts';

/** The nagari names already in use, suggested by every form that asks for one. They come with the answer about mails. */
export const knownNagariQuery = queryOptions({
  ...mailDeliveryQuery,
  select: ({ nagari }) => nagari,
  refetchOnWindowFocus: false,
  meta: { failed: 'Gagal memuat daftar nagari.', isOptional: true },
});
