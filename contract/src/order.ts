import type { FeedPost } from './posts.ts';

/**
 * Whether a visible dish can be ordered now: the dish is not sold out and its stall, if it has one, is open
 * (product.md#what-can-be-ordered). Nothing of suspended people or stalls is visible.
 * This stands apart from the schemas of posts, which the first load does not have.
 */
export const canOrderNow = (post: Pick<FeedPost, 'isOpen' | 'warungIsOpen'>): boolean =>
  post.isOpen && post.warungIsOpen !== false;
