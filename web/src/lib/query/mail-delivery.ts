import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';

/** Whether mails arrive (`mail`), and the people who can make a recovery code where they do not (`admins`). */
export const mailDeliveryQuery = queryOptions({
  queryKey: ['sign-up-options'],
  queryFn: ({ signal }) => api.get_sign_up_options({}, { signal }),
  meta: { failed: null, isOptional: true },
});
