import type { CallInput } from '@lapau/contract/calls';
import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';

export type AuditFilter = Pick<CallInput<'get_audit_log'>, 'person_id' | 'action' | 'target_id'>;

/** What admins did, newest first (D43). */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get_audit_log({ ...filter, before: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
    initialPageParam: null as Before | null,
    getNextPageParam: (page) => nextAfter(page),
    // No signal tells of a new row.
    staleTime: 0,
    meta: { failed: 'Gagal memuat catatan tindakan.' },
  });
