import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { id as idSchema } from '@lapau/contract/text';
import { AppError } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Admin, Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { endSessions } from '../auth/rules.ts';
import { publishToPartners } from '../chat/rules.ts';
import { parseShared } from '../posts/rules.ts';
import type { PublicPost } from '../posts/rules.ts';
import {
  findMenuPage,
  findWarung,
  findWarungPage,
  lockWarung,
  setWarungSuspended,
  storeWarung,
  warungExists,
} from './queries.ts';
import { publishWarung } from './rules-own.ts';

/** A visible stall's name and nagari, and the newest dish of its menu (D11). */
export async function findStallFront(
  database: Database,
  id: string,
): Promise<{ name: string; nagari: string; newestDish: PublicPost | undefined } | undefined> {
  const warung = await findWarung(database, id);
  if (!warung) return undefined;
  const [newest] = await findMenuPage(database, { warung_id: id, limit: 1 });
  return { name: warung.name, nagari: warung.nagari, newestDish: newest && parseShared(newest) };
}

/**
 * Suspends a stall and signs its seller out, or lifts it (D7, D11, D43). A state that is there already changes nothing.
 * @throws AppError warung_not_found, own_account
 */
export async function toggleWarungSuspension(
  tx: Tx,
  admin: Admin,
  { warung_id: id, suspended: wanted }: ParsedInput<'toggle_warung_suspension'>,
): Promise<CallOutput<'toggle_warung_suspension'>> {
  if (id === admin.id) throw new AppError('own_account');
  const warung = await lockWarung(tx.db, id);
  if (!warung) throw new AppError('warung_not_found');
  const suspended = wanted ?? !warung.is_suspended;
  if (suspended === warung.is_suspended) return { is_suspended: suspended };

  await setWarungSuspended(tx.db, id, suspended);
  await recordAction(tx, admin, {
    action: 'toggle_warung_suspension',
    target: { type: 'warung', id, userId: id },
    details: { suspended },
  });
  if (suspended && warung.owner_role === 'penjual') await endSessions(tx, id, 'warung_suspended');
  else tx.signal(`user:${id}`, { type: 'profile_changed' });
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${id}`, { type: 'warung_changed', warung_id: id });
  tx.signal('admin', { type: 'users_changed' });
  await publishToPartners(tx, id);
  return { is_suspended: suspended };
}

/**
 * The folder that a member may upload an owner's files to: one's own, for admins also any stall's (D19).
 * @returns the first segment of the files' paths
 * @throws AppError file_not_yours; warung_not_found to an admin
 */
export async function findUploadFolder(db: Db, member: Member, ownerId: string): Promise<string> {
  const owner = ownerId.toLowerCase();
  if (owner === member.id) return owner;
  if (member.role !== 'admin') throw new AppError('file_not_yours');
  if (!idSchema.safeParse(owner).success || !(await warungExists(db, owner))) throw new AppError('warung_not_found');
  return owner;
}

/** Gives a person, who is locked already, their stall: closed until its cook opens it. */
export async function createWarung(tx: Tx, stall: Parameters<typeof storeWarung>[1]): Promise<void> {
  await storeWarung(tx.db, stall);
  publishWarung(tx, stall.id);
}

/** The name of the newest stall that a search finds, or undefined. */
export async function findFirstWarungName(database: Database, searchTerm: string): Promise<string | undefined> {
  const [warung] = await findWarungPage(database, { search_term: searchTerm, limit: 1 });
  return warung?.name;
}
