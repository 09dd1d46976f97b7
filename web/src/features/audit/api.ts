import type { CallInput } from '@lapau/contract/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';

export type AuditFilter = Pick<CallInput<'get_audit_log'>, 'person_id' | 'action' | 'target_id'>;

/** What admins did, newest first. */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    ...keysetPages((page, request) => api.get_audit_log({ ...filter, ...page }, request)),
    // No signal tells of a new row.
    staleTime: 0,
    meta: { failed: 'Gagal memuat catatan tindakan.' },
  });
