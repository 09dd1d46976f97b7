import { id } from '@lapau/contract/text';
import { AppError } from '../app-error.ts';
import type { Db } from '../database.ts';
import type { Member } from '../session/actor.ts';

/**
 * The folder of an owner, as the first segment of a path (D19): one's own, for admins also any stall's.
 * @throws AppError file_not_yours; warung_not_found to an admin
 */
export async function ownersFolder(db: Db, member: Member, ownerId: string): Promise<string> {
  const owner = ownerId.toLowerCase();
  if (owner === member.id) return owner;
  if (member.role !== 'admin') throw new AppError('file_not_yours');
  const warung =
    id.safeParse(owner).success &&
    (await db.selectFrom('warungs').select('id').where('id', '=', owner).executeTakeFirst());
  if (!warung) throw new AppError('warung_not_found');
  return owner;
}
