import type { SuspensionNotice } from '@lapau/contract/appeals';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { retryTransient } from '../../lib/query/query.ts';

/** The state of an appeal: sent and waiting, or answered. */
export type AppealStatus = NonNullable<SuspensionNotice['appeal']>;

// The server recognises a text that is sent again (D76).
const sending = {
  retry: retryTransient,
  meta: {
    failed: 'Gagal mengirim keberatan.',
    // The form gives way to the appeal that was sent from another phone.
    failedBy: { appeal_sent: null, invalid_token: 'Masuk sekali lagi untuk mengirim keberatan.' },
  },
};

/** Sends the one text of a suspended person, with the token of a refused sign-in. */
export const appealSuspension = (token: string) =>
  mutationOptions({
    mutationFn: (appeal_text: string) => api.submit_appeal({ token, appeal_text }),
    ...sending,
  });

/** Sends the one text against the removal of something of one's own. */
export const appealRemoval = (decision_id: string) =>
  mutationOptions({
    mutationFn: (appeal_text: string) => api.appeal_removal({ decision_id, appeal_text }),
    ...sending,
  });

export type SendAppeal = ReturnType<typeof appealRemoval>;

/** The state of one's own appeal against a removal, if there is one. */
export const myAppealQuery = (decision_id: string) =>
  queryOptions({
    queryKey: ['my-appeal', decision_id],
    queryFn: async ({ signal }) => (await api.get_my_appeal({ decision_id }, { signal })).appeal,
    staleTime: 0,
    meta: { failed: null },
  });
