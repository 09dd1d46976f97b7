import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { hours, nextAt } from '@lapau/contract/day';
import { limits } from '@lapau/contract/limits';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { StoredLimits } from '../../platform/limits/stored-limits.ts';
import type { Seller } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { forgetReturns, noteReturns, noteSoldOut } from '../notifications/rules-returns.ts';
import { isOwn } from './policy.ts';
import {
  deleteCooksOldChanges,
  findAvailability,
  findAvailabilityChange,
  findRepeatedChange,
  insertAvailabilityChange,
  lockPersonShared,
  lockPosts,
  openPostsDue,
  restorePostedAt,
  setAvailability,
} from './queries.ts';
import { uncountRenewals } from './rules-edit.ts';
import { publishPost } from './rules.ts';

/** How long an undo that was tapped in time may take to arrive. */
const graceMs = 2_000;

type Availability = CallOutput<'undo_posts_open'>['posts'];

/**
 * Marks dishes of one's own as available or sold out, for good or until 04.00 of the next day. A choice that is older
 * than the one a dish has changes nothing for it; ids of deleted dishes are left out. A repeat is answered with the `undo_id` of
 * the change that it repeats.
 * @throws AppError post_edit_forbidden when one of them is somebody else's
 */
export async function setPostsOpen(
  tx: Tx,
  actor: Seller,
  { post_ids, is_open, today_only, age_ms }: ParsedInput<'set_posts_open'>,
): Promise<CallOutput<'set_posts_open'>> {
  const now = await readClock(tx.db);
  const setAt = new Date(now.getTime() - age_ms);
  const reopensAt = !is_open && today_only ? nextAt(hours.newDay, setAt) : null;
  await lockPersonShared(tx.db, actor.id);
  const posts = await lockPosts(tx.db, post_ids);
  if (!posts.every((post) => isOwn(actor, post))) throw new AppError('post_edit_forbidden');
  const isAsAsked = (post: (typeof posts)[number]) =>
    post.is_open === is_open && post.reopens_at?.getTime() === reopensAt?.getTime();
  const isEarlier = (at: Date) => at <= setAt || isBeyondNow(at, now);
  const changed = posts.filter((post) => isEarlier(post.open_set_at) && !isAsAsked(post));
  for (const { id } of changed) {
    await setAvailability(tx.db, { id, is_open, reopens_at: reopensAt, open_set_at: setAt });
  }
  const undo =
    changed.length > 0 &&
    (await insertAvailabilityChange(tx.db, {
      user_id: actor.id,
      set_at: setAt,
      posts_before: changed.map((post) => ({
        id: post.id,
        is_open: post.is_open,
        reopens_at: post.reopens_at?.toISOString() ?? null,
        open_set_at: post.open_set_at.toISOString(),
      })),
    }));
  if (undo) await deleteCooksOldChanges(tx.db, actor.id);
  for (const post of changed) publishPost(tx, post);
  const ids = changed.map(({ id }) => id);
  await (is_open ? noteReturns(tx, actor.id, ids, setAt) : noteSoldOut(tx, actor.id, ids));
  const repeated = undo || (await findRepeatedChange(tx.db, actor.id, posts.filter(isAsAsked)));
  return { posts: await readAvailability(tx, post_ids), undo_id: repeated?.id ?? null };
}

/**
 * Undoes a change of setPostsOpen or cookAgain, except for dishes that were changed again since. A repeated undo changes nothing.
 * @throws AppError undo_expired when the change is older than 10 seconds and two more for the tap's way, or is not the person's
 */
export async function undoPostsOpen(
  tx: Tx,
  actor: Seller,
  { undo_id, age_ms }: ParsedInput<'undo_posts_open'>,
  storedLimits: StoredLimits,
): Promise<CallOutput<'undo_posts_open'>> {
  await lockPersonShared(tx.db, actor.id);
  const change = await findAvailabilityChange(tx.db, undo_id);
  if (!change || !isOwn(actor, change)) throw new AppError('undo_expired');
  if (change.age_ms - Math.min(age_ms, graceMs) > limits.undoMs) throw new AppError('undo_expired');
  const ids = change.posts_before.map(({ id }) => id);
  const untouched = (await lockPosts(tx.db, ids)).filter(
    (post) => post.open_set_at.getTime() === change.set_at.getTime(),
  );
  for (const { id } of untouched) {
    const before = change.posts_before.find((post) => post.id === id);
    if (before) {
      await setAvailability(tx.db, {
        id,
        is_open: before.is_open,
        reopens_at: before.reopens_at === null ? null : new Date(before.reopens_at),
        open_set_at: new Date(before.open_set_at),
      });
      if (before.created_at !== undefined) await restorePostedAt(tx.db, id, new Date(before.created_at));
    }
  }
  for (const post of untouched) publishPost(tx, post);
  const undone = change.posts_before.filter((post) => untouched.some(({ id }) => id === post.id));
  const renewed = undone.filter((post) => post.created_at !== undefined);
  if (renewed.length > 0) await uncountRenewals(tx, actor, storedLimits, renewed.length);
  // Nobody is told of a dish that was there before, and whose posting is taken back.
  await forgetReturns(
    tx,
    renewed.filter((post) => post.is_open),
  );
  const soldOut = undone.filter((post) => !post.is_open);
  await noteSoldOut(
    tx,
    actor.id,
    soldOut.map(({ id }) => id),
  );
  return { posts: await readAvailability(tx, ids) };
}

/** Opens the dishes that were sold out until now, and those whose day a clock that was ahead has set. */
export async function openDuePosts(tx: Tx): Promise<void> {
  for (const post of await openPostsDue(tx.db)) publishPost(tx, post);
}

const readAvailability = async (tx: Tx, postIds: string[]): Promise<Availability> =>
  (await findAvailability(tx.db, postIds)).map(({ id, is_open, reopens_at }) => ({
    id,
    is_open,
    reopens_at: reopens_at?.toISOString() ?? null,
  }));
