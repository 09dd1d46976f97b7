import type { ParsedInput } from '@lapau/contract/calls';
import type { Bucket } from '../../platform/schema.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { deleteDecidedApplications } from '../applications/rules.ts';
import { recordAction } from '../audit/rules.ts';
import { withdrawNotifications } from '../notifications/rules.ts';
import { deleteMenu } from '../posts/rules.ts';
import { deleteWarungRow, lockWarungToDelete, takeSellerRole } from './queries.ts';
import { publishWarung } from './rules-own.ts';

/**
 * Deletes a stall with its menu and what hangs on it; its seller becomes a pembeli and may apply again (D30). Conversations,
 * reports' snapshots and an application that waits for a decision stay.
 * @returns whether there was a stall
 * @throws AppError image_delete_failed
 */
export async function deleteWarung(
  tx: Tx,
  admin: Admin,
  { warung_id: id }: ParsedInput<'delete_warung_by_admin'>,
): Promise<boolean> {
  const warung = await lockWarungToDelete(tx.db, id);
  if (!warung) return false;
  await withdrawNotifications(tx, { stall: id }, async () => {
    await deleteMenu(tx, id);
    await deleteWarungRow(tx.db, id);
  });
  const files = await deleteDecidedApplications(tx, id);
  if (warung.avatar_url) files.push({ bucket: 'avatars', path: warung.avatar_url });
  for (const bucket of ['avatars', 'posts'] satisfies Bucket[]) {
    const paths = files.filter((file) => file.bucket === bucket).map(({ path }) => path.split('?')[0] ?? path);
    if (paths.length > 0) await tx.enqueue('remove_files', { bucket, paths });
  }
  // after the posts: what follows a role would change them too
  await takeSellerRole(tx.db, id);
  await recordAction(tx, admin, {
    action: 'delete_warung_by_admin',
    target: { type: 'warung', id, userId: id },
    details: { name: warung.name },
  });
  publishWarung(tx, id);
  tx.signal(`user:${id}`, { type: 'applications_changed' });
  tx.signal('admin', { type: 'users_changed' });
  return true;
}
