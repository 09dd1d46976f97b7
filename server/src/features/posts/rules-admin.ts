import type { ParsedInput } from '@lapau/contract/calls';
import type { MenuPost } from '@lapau/contract/posts';
import { readClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { noteReturns, noteSoldOut } from '../notifications/rules-returns.ts';
import { findMenuPost, setAvailability, updatePostRow } from './queries.ts';
import { addDish, lockPost, publishPost, toMenuPost } from './rules.ts';

/**
 * Posts a dish to any stall's menu, as if the stall had posted it; it is free of charge unless a price is given.
 * @throws AppError post_forbidden without a stall that may sell; file_not_found, file_not_yours; id_conflict, already_deleted
 */
export async function createWarungPost(
  tx: Tx,
  admin: Admin,
  { warung_id, price, ...fields }: ParsedInput<'create_warung_post'>,
): Promise<{ id: string }> {
  const { id, isNew } = await addDish(tx, warung_id, { ...fields, price: price || 'Gratis' });
  if (isNew) {
    await recordAction(tx, admin, {
      action: 'create_warung_post',
      target: { type: 'post', id, userId: warung_id },
      details: { food_name: fields.food_name },
    });
  }
  return { id };
}

/**
 * Changes a stall's dish unless it was changed after the version that the admin has seen.
 * @throws AppError post_not_found; version_conflict with the current dish
 */
export async function updatePostByAdmin(
  tx: Tx,
  admin: Admin,
  { post_id: id, version, is_open: isOpen, ...fields }: ParsedInput<'update_post_by_admin'>,
): Promise<MenuPost> {
  const locked = await lockPost(tx.db, admin.id, id);
  if (!locked || locked.is_admin_post) throw new AppError('post_not_found');
  const current = await readDish(tx.db, id);
  const changes = beginEdit(current, { ...fields, is_open: isOpen }, version);
  if (!changes) return current;
  const { is_open: opened, ...columns } = changes.after;
  if (Object.keys(columns).length > 0) await updatePostRow(tx.db, id, { ...fields, version: version + 1 });
  if (opened !== undefined) {
    const now = await readClock(tx.db);
    await setAvailability(tx.db, { id, is_open: isOpen, reopens_at: null, open_set_at: now });
    await (isOpen ? noteReturns(tx, locked.user_id, [id], now) : noteSoldOut(tx, locked.user_id, [id]));
  }
  await recordAction(tx, admin, {
    action: 'update_post_by_admin',
    target: { type: 'post', id, userId: locked.user_id },
    details: changes,
  });
  publishPost(tx, locked);
  return readDish(tx.db, id);
}

async function readDish(db: Db, id: string): Promise<MenuPost> {
  const dish = await findMenuPost(db, id);
  if (!dish) throw new AppError('post_not_found');
  return toMenuPost(dish);
}
