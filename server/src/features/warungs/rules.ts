import { mobileDigits } from '@lapau/contract/phone';
import { id as idSchema } from '@lapau/contract/text';
import type { Database, Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { publishToPartners } from '../chat/rules.ts';
import { parseShared } from '../posts/rules.ts';
import type { PublicPost } from '../posts/rules.ts';
import { uploadsAs } from './policy.ts';
import {
  deleteWarungRow,
  findMenuPage,
  findWarung,
  findWarungRow,
  hasMenu,
  restoreWarungRow,
  storeWarung,
  warungExists,
} from './queries.ts';
import { publishWarung } from './rules-own.ts';

export {
  deleteWarungRow,
  findNameCombinations,
  findWarungPage,
  findWarungRow,
  lockWarungAndOwner,
  lockWarungToDelete,
  setWarungSuspended,
} from './queries.ts';

/** A visible stall's name and nagari, and the newest dish of its menu. */
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
 * Finds the folder to which a member may upload an owner's files: one's own, and for admins also any stall's.
 * @returns the first segment of the files' paths
 * @throws AppError file_not_yours; warung_not_found for an admin
 */
export async function findUploadFolder(db: Db, member: Member, ownerId: string): Promise<string> {
  const owner = ownerId.toLowerCase();
  const uploader = uploadsAs(member, owner);
  if (!uploader) throw new AppError('file_not_yours');
  if (uploader === 'owner') return owner;
  if (!idSchema.safeParse(owner).success || !(await warungExists(db, owner))) throw new AppError('warung_not_found');
  return owner;
}

/** Gives a person, who is locked already, their stall: closed until its cook opens it. */
export async function createWarung(tx: Tx, stall: Parameters<typeof storeWarung>[1]): Promise<void> {
  await storeWarung(tx.db, stall);
  publishWarung(tx, stall.id);
  await publishToPartners(tx, stall.id);
}

/** A person's stall as it is stored, to be restored. */
export const readWarungRow = (tx: Tx, id: string) => findWarungRow(tx.db, id);

/**
 * Makes the stall of a person, who is locked already, what it was before it was created or taken again.
 * @param before the row as readWarungRow read it; null if there was no stall
 * @throws AppError undo_expired when there was none and a dish was posted since
 */
export async function restoreWarung(tx: Tx, id: string, before: object | null): Promise<void> {
  if (before === null) {
    if (await hasMenu(tx.db, id)) throw new AppError('undo_expired');
    await deleteWarungRow(tx.db, id);
  } else await restoreWarungRow(tx.db, id, before);
  publishWarung(tx, id);
}

/** Gives a person whom an admin has made penjual a closed stall to begin with; a stall that they had stays as it was. */
export async function createMissingWarung(
  tx: Tx,
  { id, name, phone }: { id: string; name: string; phone: string },
): Promise<void> {
  if (await warungExists(tx.db, id)) return;
  await createWarung(tx, {
    id,
    name,
    bio: '',
    address: '',
    avatar_url: null,
    phone_number: phone,
    whatsapp_number: mobileDigits(phone) === null ? '' : phone,
  });
}
