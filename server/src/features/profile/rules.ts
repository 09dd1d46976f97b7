import type { ParsedInput } from '@lapau/contract/calls';
import type { Profile } from '@lapau/contract/profile';
import type { Db } from '../../platform/database/database.ts';
import type { Bucket, Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import { findFilesOf, removeLater } from '../../platform/files/removal.ts';
import type { Member } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { refuseMisleadingName, refuseNameInUse } from '../auth/rules-sign-up.ts';
import { deletePersonRow, endDeletedSessions, revokeLinks, updatePersonRow } from '../auth/rules.ts';
import { closePushesOf, publishToPartners } from '../chat/rules.ts';
import { withdrawNotifications } from '../notifications/rules-withdraw.ts';
import { isInFeed, isNameOwn, mayDeleteOwnAccount } from './policy.ts';
import { exportedTables, findOwnRows, findProfile, lockPersonToDelete } from './queries.ts';

/**
 * Changes one's own profile. The same content sent again gets the same answer.
 * A name that is reserved later, because the site takes it, stays allowed for the person who has it.
 * @throws AppError name_mixed, name_reserved, name_in_use; version_conflict with the current profile
 */
export async function updateProfile(
  tx: Tx,
  actor: Member,
  { version: seen, ...wanted }: ParsedInput<'update_profile'>,
): Promise<Profile> {
  await lockPerson(tx.db, actor.id);
  const current = await readProfile(tx.db, actor.id);
  if (!beginEdit(current, wanted, seen)) return current;
  const isNewName = current.full_name !== wanted.full_name;
  if (isNewName) {
    await refuseMisleadingName(tx.db, wanted.full_name, 'full_name', current.role);
    if (isNameOwn(current)) await refuseNameInUse(tx.db, { id: actor.id, name: wanted.full_name }, 'full_name');
  }
  await updatePersonRow(tx.db, actor.id, wanted);
  publishProfileChange(tx, actor);
  if (isNewName) await publishToPartners(tx, actor.id);
  return readProfile(tx.db, actor.id);
}

async function readProfile(db: Db, id: string): Promise<Profile> {
  const profile = await findProfile(db, id);
  // the account was deleted while this waited for its lock
  if (!profile) throw new AppError('unauthenticated');
  return profile;
}

/**
 * Takes an uploaded photo as one's own.
 * @returns its public URL
 * @throws AppError file_not_found, file_not_yours
 */
export async function updateAvatar(tx: Tx, actor: Member, path: string): Promise<string> {
  await claimFiles(tx.db, 'avatars', [path], [actor.id]);
  const avatar = `${path}?t=${Date.now()}`;
  await updatePersonRow(tx.db, actor.id, { avatar_url: avatar });
  publishProfileChange(tx, actor);
  await publishToPartners(tx, actor.id);
  return `/storage/avatars/${avatar}`;
}

function publishProfileChange(tx: Tx, actor: Member): void {
  tx.signal(`user:${actor.id}`, { type: 'profile_changed' });
  if (actor.hasWarung) tx.signal(`warung:${actor.id}`, { type: 'warung_changed', warung_id: actor.id });
  if (isInFeed(actor)) tx.signal('feed', { type: 'feed_changed' });
}

/**
 * Deletes a person with their posts, files, likes, saves, comments and tokens. Conversations stay for the other person,
 * reports' snapshots and audit rows until their retention ends. Files are removed by a job recorded in the same transaction.
 * @param bySession the person's own session, if it deletes the account
 */
export async function deletePerson(tx: Tx, userId: string, bySession: string | null = null): Promise<void> {
  await lockPersonToDelete(tx.db, userId);
  const files = await findFilesOf(tx.db, userId);
  await revokeLinks(tx, userId);
  await endDeletedSessions(tx, userId, bySession);
  await publishToPartners(tx, userId);
  await closePushesOf(tx, userId);
  await withdrawNotifications(tx, { person: userId }, userId, () => deletePersonRow(tx.db, userId));
  await removeLater(tx, files);
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${userId}`, { type: 'warung_changed', warung_id: userId });
  tx.signal('admin', { type: 'users_changed' });
  // The person's appeals are gone, and so is all of theirs that was reported.
  tx.signal('admin', { type: 'reports_changed' });
}

/** @throws AppError admin_account */
export async function deleteOwnAccount(tx: Tx, actor: Member): Promise<void> {
  const person = await lockPerson(tx.db, actor.id);
  if (!person) return;
  if (!mayDeleteOwnAccount(person)) throw new AppError('admin_account');
  await deletePerson(tx, actor.id, actor.sessionId);
}

type OwnData = { rows: Record<string, unknown[]>; files: { bucket: Bucket; path: string; created_at: Date }[] };

/** Collects everything that a person wrote and their files' names as one snapshot: call it in a repeatable-read transaction. */
export async function collectOwnData(db: Db, userId: string): Promise<OwnData> {
  const rows: OwnData['rows'] = {};
  for (const [table, which] of Object.entries(exportedTables)) {
    rows[table] = await findOwnRows(db, userId, table as keyof Schema, which);
  }
  return { rows, files: await findFilesOf(db, userId) };
}
