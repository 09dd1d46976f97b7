import type { CallOutput } from '@lapau/contract/calls';
import { hours, lastAt, renewableAt } from '@lapau/contract/day';
import { limits } from '@lapau/contract/limits';
import type { MenuPost } from '@lapau/contract/posts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { postsKey } from '../../lib/query/post-cache.ts';
import { applyOpen, cookAgainKind } from '../../lib/session/own-stall.ts';
import { applyAvailability } from './api-menu.ts';
import { myMenuKey } from './api.ts';

type CookAgain = { dishes: Pick<MenuPost, 'id' | 'created_at'>[] };

/** Dishes that are cooked again: marked as available and posted again, in a stall that is open with them (D105). */
export const cookAgainChanges = outbox.register<CookAgain, CallOutput<'cook_again'>>({
  name: cookAgainKind,
  request: ({ dishes }) => ({ call: 'cook_again', input: { dishes }, isDated: true }),
  applyAnswer: (client, _change, { posts, warung }) => {
    applyAvailability(client, posts);
    applyOpen(client, warung);
  },
  // The order of lists has changed; after a refusal too another phone may have changed or deleted the dishes.
  onSettled: (client) => {
    void client.invalidateQueries({ queryKey: postsKey });
    void client.invalidateQueries({ queryKey: myMenuKey });
  },
  meta: { failed: 'Gagal menandai masak lagi.' },
});

const postedAt = ({ created_at }: Pick<MenuPost, 'created_at'>): number => Date.parse(created_at);

/**
 * The dishes that can be cooked again: those that are sold out, and those that were posted before today, which begins at 04.00, and can be
 * posted again.
 */
export function dishesToCook(menu: readonly MenuPost[], now: Date): MenuPost[] {
  const today = lastAt(hours.newDay, now).getTime();
  return menu.filter((dish) => !dish.is_open || (postedAt(dish) < today && renewableAt(dish.created_at) <= now));
}

/**
 * The dishes of the last menu: those that were posted on the last day before today on which any was; where all are today's, these. They
 * are no more than an hour takes.
 */
export function lastMenuOf(dishes: readonly MenuPost[], now: Date): MenuPost[] {
  const today = lastAt(hours.newDay, now).getTime();
  const earlier = dishes.filter((dish) => postedAt(dish) < today);
  const from = earlier.length > 0 ? earlier : dishes;
  const lastDay = lastAt(hours.newDay, new Date(Math.max(...from.map(postedAt)))).getTime();
  return from.filter((dish) => postedAt(dish) >= lastDay).slice(0, limits.renewalsAnHour);
}
