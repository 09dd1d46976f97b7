import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { renewableAt } from '@lapau/contract/day';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { StoredLimits } from '../../platform/limits/stored-limits.ts';
import type { Seller } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { noteReturns } from '../notifications/rules-returns.ts';
import { isOwn } from './policy.ts';
import {
  deleteCooksOldChanges,
  findAvailability,
  findRepeatedChange,
  insertAvailabilityChange,
  lockPosts,
  renewPostRow,
  setAvailability,
} from './queries.ts';
import { countRenewal, noteRenewal, readRenewalsLeft } from './rules-edit.ts';
import { publishPosts } from './rules.ts';

type CookedAgain = CallOutput<'cook_again'>;
type Renewal = CookedAgain['posts'][number]['renewal'];
type LockedDish = Awaited<ReturnType<typeof lockPosts>>[number];

/**
 * Marks dishes of one's own as available and posts them again (D105), as far as each was not posted in the last twenty hours and the
 * hour has a posting left. Ids of deleted dishes are left out.
 * @param warung the stall, which is open by the same choice unless a newer one has closed it; its owner is locked with it
 * @throws AppError post_edit_forbidden when one of them is somebody else's
 */
export async function cookAgain(
  tx: Tx,
  actor: Seller,
  { dishes, age_ms }: ParsedInput<'cook_again'>,
  warung: CookedAgain['warung'],
  limits: StoredLimits,
): Promise<CookedAgain> {
  const now = await readClock(tx.db);
  const setAt = new Date(now.getTime() - age_ms);
  const locked = await lockPosts(
    tx.db,
    dishes.map(({ id }) => id),
  );
  if (!locked.every((post) => isOwn(actor, post))) throw new AppError('post_edit_forbidden');
  const posts = new Map(locked.filter((post) => !post.is_admin_post).map((post) => [post.id, post]));
  const isLatestFor = (post: LockedDish) => post.open_set_at <= setAt || isBeyondNow(post.open_set_at, now);
  const { left } = await readRenewalsLeft(tx, actor, limits);
  const renewals = new Map<string, Renewal>();
  const changed = new Map<string, LockedDish>();
  const renewed = new Set<string>();
  for (const { id, created_at: seen } of dishes) {
    const post = posts.get(id);
    if (!post || renewals.has(id)) continue;
    const isDue = renewableAt(post.created_at.toISOString()) <= now || isBeyondNow(post.created_at, now);
    const isPossible = isLatestFor(post) && post.visible && warung.is_open;
    const renews = isDue && isPossible && renewed.size < left;
    if (renews) {
      await renewPostRow(tx.db, id);
      await countRenewal(tx, actor, limits);
      renewed.add(id);
    }
    const isRenewed = renews || (!isDue && Date.parse(seen) < post.created_at.getTime());
    renewals.set(id, isRenewed ? 'renewed' : !isDue ? 'too_early' : isPossible ? 'too_many' : 'not_now');
    if (!renews && (!isLatestFor(post) || isOpen(post))) continue;
    await setAvailability(tx.db, { id, is_open: true, reopens_at: null, open_set_at: setAt });
    changed.set(id, post);
  }
  const before = [...changed.values()].map((post) => ({
    id: post.id,
    is_open: post.is_open,
    reopens_at: post.reopens_at?.toISOString() ?? null,
    open_set_at: post.open_set_at.toISOString(),
    // An undo gives the dish its earlier time back.
    ...(renewed.has(post.id) && { created_at: post.created_at.toISOString() }),
  }));
  const undo =
    before.length > 0 &&
    (await insertAvailabilityChange(tx.db, { user_id: actor.id, set_at: setAt, posts_before: before }));
  if (undo) await deleteCooksOldChanges(tx.db, actor.id);
  publishPosts(tx, actor.id, [...changed.keys()]);
  const reopened = [...changed.values()].filter((post) => !isOpen(post)).map(({ id }) => id);
  await noteReturns(tx, actor.id, reopened, setAt);
  for (const post of changed.values()) if (isOpen(post) && renewed.has(post.id)) await noteRenewal(tx, actor, post);
  const repeated = undo || (await findRepeatedChange(tx.db, actor.id, [...posts.values()].filter(isOpen)));
  const after = await readRenewalsLeft(tx, actor, limits);
  return {
    posts: (posts.size > 0 ? await findAvailability(tx.db, [...posts.keys()]) : []).map((post) => ({
      ...post,
      reopens_at: post.reopens_at?.toISOString() ?? null,
      created_at: post.created_at.toISOString(),
      renewal: renewals.get(post.id) ?? 'not_now',
    })),
    warung,
    renewals_left: after.left,
    more_renewals_at: after.moreAt?.toISOString() ?? null,
    undo_id: repeated?.id ?? null,
  };
}

const isOpen = (post: LockedDish): boolean => post.is_open && post.reopens_at === null;
