import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAuditPage } from './queries.ts';

export const auditCalls = ({ database }: Platform): Handlers<'get_audit_log'> => ({
  get_audit_log: ({ input }) => findAuditPage(database, input),
});
