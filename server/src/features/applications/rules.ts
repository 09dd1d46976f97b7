import { allowedKecamatan, isAllowedKecamatan } from '@lapau/contract/area';
import type { ParsedInput } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import type { Bucket } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import type { Member } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import { findEarlier, hasContent } from '../../platform/transactions/once.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { refuseMisleadingName } from '../auth/rules-sign-up.ts';
import { notifyOfApplication, takeAdminsLockShared } from '../notifications/rules.ts';
import { readSettings } from '../settings/rules.ts';
import { mayApply } from './policy.ts';
import { deleteDecidedRows, findApplication, hasPendingApplication, insertApplication } from './queries.ts';
import type { StoredApplication } from './queries.ts';

/**
 * Applies to become a seller. An application that is sent again before it is decided is stored once.
 * @throws AppError already_seller, application_pending; outside_area_seller, name_mixed, name_reserved; file_not_found,
 *   file_not_yours; id_conflict, already_deleted
 */
export async function submitApplication(
  tx: Tx,
  actor: Member,
  { id, ...input }: ParsedInput<'submit_application'>,
): Promise<{ id: string }> {
  await takeAdminsLockShared(tx.db);
  const person = await lockPerson(tx.db, actor.id);
  if (!person) throw new AppError('unauthenticated');
  const application = { ...input, user_id: actor.id };
  const earlier = await findEarlier(tx, 'application', id, findApplication, (stored) =>
    waitsAsSent(stored, application),
  );
  if (earlier) return { id: earlier.id };
  if (!mayApply({ role: person.role, hasWarung: actor.hasWarung })) throw new AppError('already_seller');
  if (await hasPendingApplication(tx.db, actor.id)) throw new AppError('application_pending');
  await refuseOutsideArea(tx, application.kecamatan);
  await refuseMisleadingName(tx.db, application.warung_name, 'warung_name', person.role);
  await claimFiles(tx.db, 'avatars', [application.warung_avatar_url], [actor.id]);
  await claimFiles(tx.db, 'posts', [application.sample_menu_image_url], [actor.id]);
  const added = await insertApplication(tx.db, {
    ...(id !== undefined && { id }),
    ...application,
    warung_avatar_url: `${application.warung_avatar_url}?t=${Date.now()}`,
    address: composeAddress(application),
  });
  await notifyOfApplication(tx, actor, { id: added.id, warungName: application.warung_name });
  publishApplications(tx, actor.id);
  return added;
}

/**
 * Whether a stored application is the one that was sent; the stored path of the stall's photo has a timestamp. If it was decided
 * meanwhile, the answer must not say that it waits.
 */
function waitsAsSent(stored: StoredApplication, sent: Partial<StoredApplication>): boolean {
  const [warung_avatar_url] = stored.warung_avatar_url.split('?');
  return hasContent({ ...stored, warung_avatar_url }, { ...sent, status: 'pending' });
}

/** @throws AppError outside_area_seller */
async function refuseOutsideArea(tx: Tx, kecamatan: string): Promise<void> {
  const { allowed_kecamatan } = await readSettings(tx.db);
  if (isAllowedKecamatan(kecamatan, allowed_kecamatan)) return;
  throw new AppError('outside_area_seller', {
    kecamatan: errors.outside_area_seller[1],
    allowed_kecamatan: allowedKecamatan(allowed_kecamatan).join(', '),
  });
}

const composeAddress = (parts: Pick<StoredApplication, 'street' | 'nagari' | 'kecamatan' | 'city' | 'province'>) =>
  `${parts.street}, Nagari ${parts.nagari}, Kec. ${parts.kecamatan}, ${parts.city}, ${parts.province}`;

/**
 * Deletes the decided applications of a person, who is locked already, when their stall is deleted: an earlier rejection must not
 * become the latest application again. An application that was rejected since then stays.
 * @param until the moment at which the deletion of the stall was decided
 * @returns their files, which are to be removed
 */
export async function deleteDecidedApplications(
  tx: Tx,
  userId: string,
  until: Date,
): Promise<{ bucket: Bucket; path: string }[]> {
  return (await deleteDecidedRows(tx.db, userId, until)).flatMap((row): { bucket: Bucket; path: string }[] => [
    { bucket: 'avatars', path: row.warung_avatar_url },
    { bucket: 'posts', path: row.sample_menu_image_url },
  ]);
}

/** Tells the admins' and the applicant's pages. */
export function publishApplications(tx: Tx, userId: string): void {
  tx.signal('admin', { type: 'applications_changed' });
  tx.signal(`user:${userId}`, { type: 'applications_changed' });
}
