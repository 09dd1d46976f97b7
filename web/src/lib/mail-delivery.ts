import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Whether mails arrive (`mail`), and who can make a recovery code where they do not (`admins`). */
export const mailDeliveryQuery = queryOptions({
  queryKey: ['mail-delivery'],
  queryFn: async ({ signal }) => {
    // a server of 1.0.0 answers neither
    const { mail = 'on', admins = [] } = await api.get_sign_up_options({}, { signal });
    return { mail, admins };
  },
  meta: { failed: null, isOptional: true },
});
