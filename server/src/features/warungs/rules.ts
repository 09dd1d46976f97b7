import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { reasonPresets, reasonText } from '@lapau/contract/decisions';
import { mobileDigits } from '@lapau/contract/phone';
import { id as idSchema } from '@lapau/contract/text';
import { AppError } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Admin, Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { acceptAppeals } from '../appeals/rules.ts';
import { endSessions, resumeSessions, suspendSessions } from '../auth/rules.ts';
import { publishToPartners } from '../chat/rules.ts';
import { checkDecision, isDecided, lockSubject, recordDecision } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { parseShared } from '../posts/rules.ts';
import type { PublicPost } from '../posts/rules.ts';
import { isEndedWithStall, isOwnStall, uploadsAs } from './policy.ts';
import {
  deleteWarungRow,
  findMenuPage,
  findWarung,
  findWarungRow,
  hasMenu,
  lockWarung,
  restoreWarungRow,
  setWarungSuspended,
  storeWarung,
  warungExists,
} from './queries.ts';
import { publishWarung } from './rules-own.ts';

export { findWarungPage } from './queries.ts';

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
 * Suspends a stall and signs its seller out, or lifts it (D7, D11, D43).
 * @throws AppError warung_not_found, own_account, already_decided
 */
export async function toggleWarungSuspension(
  tx: Tx,
  admin: Admin,
  { warung_id: id, suspended: wanted, version, ...given }: ParsedInput<'toggle_warung_suspension'>,
): Promise<CallOutput<'toggle_warung_suspension'>> {
  if (isOwnStall(admin, id)) throw new AppError('own_account');
  await lockSubject(tx, id);
  const warung = await lockWarung(tx.db, id);
  if (!warung) throw new AppError('warung_not_found');
  const suspended = wanted ?? !warung.is_suspended;
  const action = suspended ? 'suspend' : 'lift';
  const isOpen = suspended !== warung.is_suspended;
  if (!isOpen && !(await isDecided(tx, { type: 'warung', id }))) return { is_suspended: suspended, decision: null };
  const earlier = await checkDecision(tx, admin, { type: 'warung', id }, { action, version, isOpen });
  if (earlier) return { is_suspended: suspended, decision: earlier };

  const reason = suspended ? reasonText(given) || reasonPresets.rules : reasonText(given);
  const ended = suspended &&
    isEndedWithStall(warung) && { session_mark: await suspendSessions(tx, id, 'warung_suspended') };
  if (!ended) tx.signal(`user:${id}`, { type: 'profile_changed' });
  await setSuspension(tx, id, { suspended, reason: suspended ? reason : '' });
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'warung', id },
    action,
    userId: id,
    reason,
    stateBefore: { was_suspended: warung.is_suspended, reason: warung.suspension_reason, ...ended },
    audit: {
      action: 'toggle_warung_suspension',
      target: { type: 'warung', id, userId: id },
      details: { suspended },
    },
  });
  if (!suspended) {
    await acceptAppeals(tx, { type: 'warung', id }, decision);
    const outcome = 'Penangguhan warung Anda dicabut. Warung dan menunya terlihat lagi.';
    const content = reason ? `${outcome} ${reason}` : outcome;
    await notifyOfDecision(tx, [{ user_id: id, type: 'suspension_lifted', content, decision_id: decision.id }]);
  }
  return { is_suspended: suspended, decision };
}

/** The stall is suspended, or not, as it was before; sessions that the suspension ended go on. */
export async function undoWarungSuspension(tx: Tx, { subject_id: id, state_before }: StoredDecision): Promise<void> {
  const warung = await lockWarung(tx.db, id);
  if (!warung) throw new AppError('undo_expired');
  const { was_suspended: suspended = false, reason = '', session_mark: mark } = state_before;
  if (mark !== undefined) await resumeSessions(tx, id, mark);
  // they may have signed in after the lift that is undone
  if (suspended && isEndedWithStall(warung)) await endSessions(tx, id, 'warung_suspended', 'open');
  else tx.signal(`user:${id}`, { type: 'profile_changed' });
  await setSuspension(tx, id, { suspended, reason });
}

async function setSuspension(
  tx: Tx,
  id: string,
  { suspended, reason }: { suspended: boolean; reason: string },
): Promise<void> {
  await setWarungSuspended(tx.db, id, suspended, reason);
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${id}`, { type: 'warung_changed', warung_id: id });
  tx.signal('admin', { type: 'users_changed' });
  await publishToPartners(tx, id);
}

/**
 * The folder that a member may upload an owner's files to: one's own, for admins also any stall's (D19).
 * @returns the first segment of the files' paths
 * @throws AppError file_not_yours; warung_not_found to an admin
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
 * @param before as readWarungRow read it; null: there was none
 * @throws AppError undo_expired when there was none and a dish was posted since
 */
export async function restoreWarung(tx: Tx, id: string, before: object | null): Promise<void> {
  if (before === null) {
    if (await hasMenu(tx.db, id)) throw new AppError('undo_expired');
    await deleteWarungRow(tx.db, id);
  } else await restoreWarungRow(tx.db, id, before);
  publishWarung(tx, id);
}

/** Gives a person whom an admin has made penjual a closed stall to begin with; the one they had stays as it was (D9). */
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
