import type { CallOutput } from '@lapau/contract/calls';
import { hours, lastAt, renewableAt } from '@lapau/contract/day';
import { limits } from '@lapau/contract/limits';
import type { MenuPost } from '@lapau/contract/posts';
import { newId } from '../../lib/device/new-id.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { postsKey } from '../../lib/query/post-cache.ts';
import { applyOpen, cookAgainKind } from '../../lib/session/own-stall.ts';
import { applyAvailability, availabilityChanges } from './api-menu.ts';
import type { Availability } from './api-menu.ts';
import { myMenuKey } from './api.ts';

/** The stall and its dishes as they were before they were cooked again. */
type Before = { warungId: string; dishes: Availability[] };

export type CookAgain = {
  /** It tells this change from others in the outbox; the server does not get it. */
  id: string;
  dishes: Pick<MenuPost, 'id' | 'created_at'>[];
  /** What the cook wants back after all, though the change may have arrived. */
  takenBackTo?: Before;
};
type CookedAgain = CallOutput<'cook_again'>;

/** Dishes that are cooked again: marked as available and posted again, in a stall that is open with them (D105). */
export const cookAgainChanges = outbox.register<CookAgain, CookedAgain>({
  name: cookAgainKind,
  request: ({ dishes }) => ({ call: 'cook_again', input: { dishes }, isDated: true }),
  isTakenBack: ({ takenBackTo }) => takenBackTo !== undefined,
  applyAnswer: (client, { takenBackTo }, answer) => {
    applyAvailability(client, answer.posts);
    applyOpen(client, answer.warung);
    if (takenBackTo) undoCooked(answer, takenBackTo);
  },
  // The order of lists has changed; after a refusal too another phone may have changed or deleted the dishes.
  onSettled: (client) => {
    void client.invalidateQueries({ queryKey: postsKey });
    void client.invalidateQueries({ queryKey: myMenuKey });
  },
  meta: { failed: 'Gagal menandai masak lagi.' },
});

const undone = new WeakSet<CookedAgain>();

/** Undoes what has arrived, once for each answer. */
function undoCooked(answer: CookedAgain, { warungId, dishes }: Before): void {
  if (answer.undo_id === null || undone.has(answer)) return;
  undone.add(answer);
  void outbox.submit(availabilityChanges, warungId, { undo_id: answer.undo_id, before: dishes });
}

/**
 * Cooks dishes again.
 * @returns `answer`, which is undefined when there is none to show, and `undo`, with which the cook takes everything back at any time
 */
export function cookAgain(warungId: string, dishes: readonly MenuPost[]) {
  const id = newId();
  const before: Before = {
    warungId,
    dishes: dishes.map(({ id: dishId, is_open, reopens_at }) => ({ id: dishId, is_open, reopens_at })),
  };
  let isUndone = false;
  const change = { id, dishes: dishes.map(({ id: dishId, created_at }) => ({ id: dishId, created_at })) };
  const answer = outbox.submit(cookAgainChanges, warungId, change).then((how) => {
    if (how.type !== 'sent') return undefined;
    if (!isUndone) return how.answer;
    // The request was under way when the cook took it back.
    undoCooked(how.answer, before);
    return undefined;
  });
  function undo(): void {
    isUndone = true;
    const entry = outbox.state().entries.find(({ change: waiting }) => (waiting as Partial<CookAgain>).id === id);
    if (entry) void outbox.takeBack<CookAgain>(entry.id, (waiting) => ({ ...waiting, takenBackTo: before }));
    void answer.then((given) => given && undoCooked(given, before));
  }
  return { answer, undo };
}

const postedAt = ({ created_at }: Pick<MenuPost, 'created_at'>): number => Date.parse(created_at);

/**
 * The dishes that can be cooked again: those that are sold out, and those that were posted before today, which begins at 04.00, and can be
 * posted again.
 * @param waiting the ids of dishes that are cooked again already, and have no answer yet
 */
export function dishesToCook(menu: readonly MenuPost[], waiting: ReadonlySet<string>, now: Date): MenuPost[] {
  const today = lastAt(hours.newDay, now).getTime();
  const isDue = (dish: MenuPost) => postedAt(dish) < today && renewableAt(dish.created_at) <= now;
  return menu.filter((dish) => !waiting.has(dish.id) && (!dish.is_open || isDue(dish)));
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
