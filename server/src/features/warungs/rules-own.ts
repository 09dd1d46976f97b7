import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import type { MyWarung } from '@lapau/contract/warungs';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import type { Seller } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { refuseMisleadingName } from '../auth/rules-sign-up.ts';
import { publishToPartners } from '../chat/rules.ts';
import { noteStallOpened } from '../notifications/rules-returns.ts';
import { findOwnWarung, lockWarung, setWarungOpenRow, updateWarungAvatarRow, updateWarungRow } from './queries.ts';
import type { WarungFields } from './queries.ts';

/**
 * Changes one's own stall unless it was changed after the version that the client has seen. The same content
 * sent again gets the same answer.
 * @throws AppError warung_not_found, version_conflict with the current stall; name_mixed, name_reserved
 */
export async function updateMyWarung(
  tx: Tx,
  actor: Seller,
  { version, ...fields }: ParsedInput<'update_my_warung'>,
): Promise<MyWarung> {
  const { person } = await lockOwnWarung(tx, actor);
  const current = await readOwn(tx, actor);
  if (!beginEdit(current, fields, version)) return current;
  await changeWarung(tx, current, person?.role, fields);
  return readOwn(tx, actor);
}

/**
 * Changes a stall, whose owner is locked, and shows it everywhere.
 * @throws AppError name_mixed, name_reserved
 */
export async function changeWarung(
  tx: Tx,
  { id, name, version }: Pick<MyWarung, 'id' | 'name' | 'version'>,
  ownerRole: Read<Role> | undefined,
  fields: WarungFields,
): Promise<void> {
  const isRenamed = fields.name !== name;
  if (isRenamed) await refuseMisleadingName(tx.db, fields.name, 'name', ownerRole);
  await updateWarungRow(tx.db, id, fields, version + 1);
  publishWarung(tx, id);
  if (isRenamed) await publishToPartners(tx, id);
}

/**
 * Takes an uploaded photo as the stall's.
 * @returns its public URL
 * @throws AppError warung_not_found, file_not_found, file_not_yours
 */
export async function updateWarungAvatar(tx: Tx, actor: Seller, path: string): Promise<string> {
  await lockOwnWarung(tx, actor);
  await claimFiles(tx.db, 'avatars', [path], [actor.id]);
  const avatar = `${path}?t=${Date.now()}`;
  await updateWarungAvatarRow(tx.db, actor.id, avatar);
  publishWarung(tx, actor.id);
  await publishToPartners(tx, actor.id);
  return `/storage/avatars/${avatar}`;
}

/**
 * Opens or closes one's own stall; opening confirms that it is open. A choice that is older than the present one
 * changes nothing.
 * @throws AppError warung_not_found
 */
export async function setWarungOpen(
  tx: Tx,
  actor: Seller,
  { is_open, age_ms }: ParsedInput<'set_warung_open'>,
): Promise<CallOutput<'set_warung_open'>> {
  const now = await readClock(tx.db);
  const setAt = new Date(now.getTime() - age_ms);
  const { warung } = await lockOwnWarung(tx, actor);
  const answer = ({ is_open: isOpen, confirmed_at: at }: Pick<typeof warung, 'is_open' | 'confirmed_at'>) => ({
    is_open: isOpen,
    confirmed_at: at?.toISOString() ?? null,
  });
  const isOlder = warung.open_set_at > setAt && !isBeyondNow(warung.open_set_at, now);
  if (isOlder || (!is_open && !warung.is_open)) return answer(warung);
  const confirmed_at = is_open ? setAt : warung.confirmed_at;
  await setWarungOpenRow(tx.db, actor.id, { is_open, open_set_at: setAt, ...(is_open && { confirmed_at: setAt }) });
  if (is_open && !warung.is_open) await noteStallOpened(tx, actor.id);
  publishWarung(tx, actor.id);
  return answer({ is_open, confirmed_at });
}

/**
 * Opens a cook's stall, unless a newer choice has closed it.
 * @throws AppError warung_not_found
 */
export const openStall = (tx: Tx, actor: Seller, age_ms: number): Promise<CallOutput<'set_warung_open'>> =>
  setWarungOpen(tx, actor, { is_open: true, age_ms });

/** Locks a person and their stall; a cook who posts a dish also says that the stall, if it is open, still is. */
export async function confirmOpen(tx: Tx, id: string): Promise<void> {
  await lockPerson(tx.db, id);
  const warung = await lockWarung(tx.db, id);
  if (!warung?.is_open) return;
  const at = await readClock(tx.db);
  await setWarungOpenRow(tx.db, id, { is_open: true, open_set_at: at, confirmed_at: at });
}

/** Locks a person and their stall, in the common order. */
async function lockOwnWarung(tx: Tx, { id }: Seller) {
  const person = await lockPerson(tx.db, id);
  const warung = await lockWarung(tx.db, id);
  if (!warung) throw new AppError('warung_not_found');
  return { person, warung };
}

async function readOwn(tx: Tx, { id }: Seller): Promise<MyWarung> {
  const warung = await findOwnWarung(tx.db, id);
  if (!warung) throw new AppError('warung_not_found');
  return warung;
}

/** Signals that a stall has changed, and with it what its posts show. */
export function publishWarung(tx: Tx, id: string): void {
  tx.signal(`user:${id}`, { type: 'profile_changed' });
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${id}`, { type: 'warung_changed', warung_id: id });
}
