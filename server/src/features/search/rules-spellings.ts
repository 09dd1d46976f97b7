import type { ParsedInput } from '@lapau/contract/calls';
import { limits } from '@lapau/contract/limits';
import type { Spellings } from '@lapau/contract/search';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { countSpellings, deleteSpellingsRow, findSpellingsWith, insertSpellings } from './queries.ts';

/**
 * Adds spellings that people mix.
 * @throws AppError spellings_exist, too_many_spellings
 */
export async function addSpellings(tx: Tx, admin: Admin, { alike }: ParsedInput<'add_spellings'>): Promise<Spellings> {
  await takeAdvisoryLock(tx.db, 'spellings');
  const existing = await findSpellingsWith(tx.db, alike);
  if (existing?.alike.length === alike.length) return existing;
  if (existing) throw new AppError('spellings_exist', { alike: `Sudah ada: ${existing.alike.join(', ')}.` });
  if ((await countSpellings(tx.db)) >= limits.spellings) throw new AppError('too_many_spellings');
  const added = await insertSpellings(tx.db, alike);
  await recordAction(tx, admin, {
    action: 'add_spellings',
    target: { type: 'spellings', id: added.id },
    details: { alike },
  });
  tx.signal('settings', { type: 'spellings_changed' });
  return added;
}

export async function deleteSpellings(tx: Tx, admin: Admin, id: string): Promise<void> {
  const deleted = await deleteSpellingsRow(tx.db, id);
  if (!deleted) return;
  await recordAction(tx, admin, {
    action: 'delete_spellings',
    target: { type: 'spellings', id },
    details: { alike: deleted.alike },
  });
  tx.signal('settings', { type: 'spellings_changed' });
}
