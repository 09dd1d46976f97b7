import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { retryTransient } from '../../lib/query/query.ts';

/** One's own latest application, or null. */
export const myApplicationQuery = queryOptions({
  queryKey: ['my-application'],
  queryFn: ({ signal }) => api.get_my_application({}, { signal }),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat pengajuan.' },
});

/** Its id keeps a retry from being a second application. */
export const submitApplication = mutationOptions({
  mutationFn: (application: CallInput<'submit_application'>) => api.submit_application(application),
  retry: retryTransient,
  meta: { failed: 'Gagal mengirim pengajuan.' },
});
