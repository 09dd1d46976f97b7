import type { Banner } from '@lapau/contract/banners';
import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import { fileRemoval } from '../../platform/files/removal.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import { findEarlier, hasContent } from '../../platform/transactions/once.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import {
  deactivateOtherBanners,
  deleteBannerRow,
  hasBannerTimePassed,
  insertBanner,
  lockBanner,
  updateBannerRow,
} from './queries.ts';
import type { BannerRow } from './queries.ts';

const publicUrl = (path: string) => `/storage/avatars/${path}`;

export const toBanner = ({ image_url, starts_at, ends_at, created_at, ...row }: BannerRow): Banner => ({
  ...row,
  image_url: publicUrl(image_url),
  starts_at: starts_at?.toISOString() ?? null,
  ends_at: ends_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/** The active banner as members see it: null before its start and after its end. */
export function bannerShownAt(banner: BannerRow | undefined, now: Date): CallOutput<'get_active_banner'> {
  if (!banner || (banner.starts_at && now < banner.starts_at) || (banner.ends_at && now >= banner.ends_at)) return null;
  return { id: banner.id, image_url: publicUrl(banner.image_url), link_url: banner.link_url };
}

/**
 * Adds a banner, which is not active yet. The same content with the same id again gets the same answer.
 * @throws AppError invalid_input, file_not_found; id_conflict, already_deleted
 */
export async function createBanner(
  tx: Tx,
  admin: Admin,
  { id, image_url, ...input }: ParsedInput<'create_banner'>,
): Promise<Banner> {
  const columns = { ...columnsOf(input), image_url };
  const earlier = await findEarlier(tx, 'banner', id, lockBanner, (stored) => hasContent(stored, columns));
  if (earlier) return toBanner(earlier);
  await claimFiles(tx.db, 'avatars', [image_url], ['promo_banners']);
  const added = toBanner(await insertBanner(tx.db, { ...columns, ...(id !== undefined && { id }) }));
  await publish(tx, admin, 'create_banner', added.id, columns);
  return added;
}

/**
 * Changes a banner; a picture that is replaced is removed after the commit. The same content again changes nothing.
 * @throws AppError invalid_input, banner_not_found, file_not_found; version_conflict with the current banner
 */
export async function updateBanner(tx: Tx, admin: Admin, input: ParsedInput<'update_banner'>): Promise<Banner> {
  const columns = columnsOf(input);
  const { banner_id: id, image_url: picture, version: seen } = input;
  const stored = await lockBanner(tx.db, id);
  if (!stored) throw new AppError('banner_not_found');
  const wanted = { ...columns, image_url: picture ?? stored.image_url };
  const current = toBanner(stored);
  const changes = beginEdit(current, toBanner({ ...stored, ...wanted }), seen);
  if (!changes) return current;
  if (picture !== undefined) await claimFiles(tx.db, 'avatars', [picture], ['promo_banners']);
  const changed = await updateBannerRow(tx.db, id, { ...wanted, version: stored.version + 1 });
  if (changed.image_url !== stored.image_url) await removePicture(tx, stored.image_url);
  await publish(tx, admin, 'update_banner', id, changes);
  return toBanner(changed);
}

/**
 * Makes a banner the active one, after deactivating the others, or deactivates it.
 * @throws AppError banner_not_found, banner_not_deactivated
 */
export async function setBannerActive(
  tx: Tx,
  admin: Admin,
  { banner_id: id, active }: ParsedInput<'set_banner_active'>,
): Promise<Banner> {
  // The lock lets one activation run at a time: two at once would each miss the other's banner, and violate the unique index.
  await takeAdvisoryLock(tx.db, 'banners');
  const stored = await lockBanner(tx.db, id);
  if (!stored) throw new AppError('banner_not_found');
  if (stored.is_active === active) return toBanner(stored);
  const replaced = active ? await deactivateOthers(tx, id) : undefined;
  if (replaced) await publish(tx, admin, 'set_banner_active', replaced.id, { ...activation(false), replaced_by: id });
  const changed = await updateBannerRow(tx.db, id, { is_active: active });
  await publish(tx, admin, 'set_banner_active', id, activation(active));
  return toBanner(changed);
}

/** @returns whether there was such a banner */
export async function deleteBanner(
  tx: Tx,
  admin: Admin,
  { banner_id: id }: ParsedInput<'delete_banner'>,
): Promise<boolean> {
  const stored = await lockBanner(tx.db, id);
  if (!stored) return false;
  await deleteBannerRow(tx.db, id);
  await removePicture(tx, stored.image_url);
  const { image_url, link_url, starts_at, ends_at } = toBanner(stored);
  const before = { image_url, link_url, starts_at, ends_at };
  await publish(tx, admin, 'delete_banner', id, { was_active: stored.is_active, before, after: {} });
  return true;
}

/** Tells open pages when the active banner has just begun or ended. */
export async function publishBannerTimes(tx: Tx, lookBackMs: number): Promise<void> {
  if (await hasBannerTimePassed(tx.db, lookBackMs)) tx.signal('banners', { type: 'banners_changed' });
}

async function deactivateOthers(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  try {
    return await deactivateOtherBanners(tx.db, id);
  } catch (error) {
    throw new AppError('banner_not_deactivated', undefined, { cause: error });
  }
}

function columnsOf({
  link_url,
  starts_at,
  ends_at,
}: Pick<ParsedInput<'create_banner'>, 'link_url' | 'starts_at' | 'ends_at'>) {
  if (starts_at !== null && ends_at !== null && starts_at >= ends_at) {
    throw new AppError('invalid_input', { ends_at: 'Waktu selesai harus sesudah waktu mulai.' });
  }
  return {
    link_url: link_url || null,
    starts_at: starts_at === null ? null : new Date(starts_at),
    ends_at: ends_at === null ? null : new Date(ends_at),
  };
}

const activation = (active: boolean) => ({ active, before: { is_active: !active }, after: { is_active: active } });

const removePicture = (tx: Tx, path: string) => tx.enqueue(fileRemoval, { bucket: 'avatars', paths: [path] });

async function publish(
  tx: Tx,
  admin: Admin,
  action: 'create_banner' | 'update_banner' | 'set_banner_active' | 'delete_banner',
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAction(tx, admin, { action, target: { type: 'banner', id }, details });
  tx.signal('banners', { type: 'banners_changed' });
}
