import type { Tx } from '../../platform/transaction.ts';
import { hasOpenReports } from './queries.ts';

/**
 * A post, a comment or a message is about to be deleted by its owner: reports of it, and of what goes with it, stay (D29), and
 * admins' open lists say that it is gone.
 */
export async function publishGoneReports(tx: Tx, id: string): Promise<void> {
  if (await hasOpenReports(tx.db, id)) tx.signal('admin', { type: 'reports_changed' });
}
