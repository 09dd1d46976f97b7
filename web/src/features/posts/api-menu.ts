import type { CallOutput } from '@lapau/contract/calls';
import { hours, nextAt } from '@lapau/contract/day';
import type { MenuPost, MyPost } from '@lapau/contract/posts';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { freshForMs } from '../../lib/query/fresh-for.ts';
import { firstPageOf, keysetPages } from '../../lib/query/keyset.ts';
import type { KeysetList } from '../../lib/query/keyset.ts';
import { updatePostEverywhere } from '../../lib/query/post-cache.ts';
import { retryTransient } from '../../lib/query/query.ts';
import { toast } from '../../lib/screen/toast.ts';
import { myMenuKey } from './api.ts';

/** One's own menu, newest first. */
export const myMenuQuery = infiniteQueryOptions({
  queryKey: myMenuKey,
  ...keysetPages((page, request) => api.get_my_menu(page, request)),
  staleTime: freshForMs,
  // The screen tells a person without a stall that there is none any more.
  meta: { failed: 'Gagal memuat menu.', failedBy: { forbidden: null }, stored: firstPageOf },
});

/** A dish of one's own, from the menu or from the answer of a call. */
export type Dish = MenuPost | MyPost;

/** The fields of a dish that `update_post` needs; other fields that are left out stay. */
export const storedPost = ({ id, food_name, price, description, images, version }: Dish) => ({
  post_id: id,
  food_name,
  price,
  description,
  // The menu has the URLs of the images.
  images: images.map((image) => image.replace('/storage/posts/', '')),
  version,
});

/** Changes a dish's price alone. */
export const savePrice = mutationOptions({
  mutationFn: (dish: ReturnType<typeof storedPost>): Promise<Dish> => api.update_post(dish),
  // The version keeps a retry from changing anything twice.
  retry: retryTransient,
  onSuccess: ({ id, price, version }, _given, _context, { client }) => {
    client.setQueryData(
      myMenuQuery.queryKey,
      (list) => list && mapMenu(list, (post) => (post.id === id ? { ...post, price, version } : post)),
    );
    updatePostEverywhere(client, id, (post) => ({ ...post, price }));
    toast.success('Menu berhasil diperbarui.');
  },
  meta: { failed: 'Gagal memperbarui menu.', failedBy: { version_conflict: null } },
});

/** Whether a dish is available, and when it will be. */
export type Availability = Pick<MenuPost, 'id' | 'is_open' | 'reopens_at'>;

type Mark = {
  post_ids: string[];
  is_open: boolean;
  /** Whether the dish is sold out until 04.00 only. */
  today_only: boolean;
};
/** Takes back a mark, for which the server has given an `undo_id`. */
type Undo = { undo_id: string; before: Availability[] };

/** A change that marks dishes as available or sold out, or takes a mark back. */
export type AvailabilityChange = Mark | Undo;

/** The ids of the dishes that a change concerns. */
export const dishesOf = (change: AvailabilityChange): string[] =>
  'undo_id' in change ? change.before.map(({ id }) => id) : change.post_ids;

/** The marks of one's own dishes; the last choice for each dish counts. */
export const availabilityChanges = outbox.register<
  AvailabilityChange,
  CallOutput<'undo_posts_open'> & Partial<CallOutput<'set_posts_open'>>
>({
  name: 'posts-open',
  request: (change) =>
    'undo_id' in change
      ? { call: 'undo_posts_open', input: { undo_id: change.undo_id }, isDated: true }
      : { call: 'set_posts_open', input: change, isDated: true },
  applyAnswer: (client, _change, { posts }) => applyAvailability(client, posts),
  supersede: (older, newer) => {
    if ('undo_id' in older || 'undo_id' in newer) return older;
    const post_ids = older.post_ids.filter((id) => !newer.post_ids.includes(id));
    return post_ids.length > 0 ? { ...older, post_ids } : null;
  },
  meta: { failed: 'Gagal memperbarui menu.' },
});

/** Writes the server's answer about dishes into the menu and into everything else that shows them. */
export function applyAvailability(client: QueryClient, answered: readonly Availability[]): void {
  const states = new Map(answered.map(({ id, is_open, reopens_at }) => [id, { is_open, reopens_at }]));
  client.setQueryData(
    myMenuQuery.queryKey,
    (list) => list && mapMenu(list, (post) => ({ ...post, ...states.get(post.id) })),
  );
  for (const { id, is_open: isOpen } of answered) updatePostEverywhere(client, id, (post) => ({ ...post, isOpen }));
}

/** One's own menu as it is cached. */
export type MenuList = KeysetList<MenuPost>;

const mapMenu = (list: MenuList, change: (post: MenuPost) => MenuPost): MenuList => ({
  ...list,
  pages: list.pages.map((page) => page.map(change)),
});

/** The menu's rows with all changes that are not confirmed yet: choices in the outbox, and deletions of dishes. */
export function menuPosts(
  list: MenuList,
  changes: readonly AvailabilityChange[],
  deletions: ReadonlyMap<string, unknown>,
  now: Date,
): MenuPost[] {
  return list.pages
    .flat()
    .filter(({ id }) => !deletions.has(id))
    .map((post) => ({ ...post, ...availabilityOf(post, changes, now) }));
}

function availabilityOf(post: MenuPost, changes: readonly AvailabilityChange[], now: Date): Availability {
  return changes.reduce<Availability>(
    (state, change) => {
      if ('undo_id' in change) return change.before.find(({ id }) => id === post.id) ?? state;
      if (!change.post_ids.includes(post.id)) return state;
      const reopens_at = change.today_only && !change.is_open ? nextAt(hours.newDay, now).toISOString() : null;
      return { id: post.id, is_open: change.is_open, reopens_at };
    },
    storedAvailability(post, now),
  );
}

/** The availability as the server reads it: once its time is over, a dish is open. */
const storedAvailability = ({ id, is_open, reopens_at }: MenuPost, now: Date): Availability =>
  reopens_at !== null && Date.parse(reopens_at) <= now.getTime()
    ? { id, is_open: true, reopens_at: null }
    : { id, is_open, reopens_at };
