import type { MenuPost } from '@lapau/contract/posts';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { cookAgainChanges, dishesToCook } from '../api-cook-again.ts';
import { postDeletions } from '../api-deletions.ts';
import { menuPosts } from '../api-menu.ts';
import type { MenuList } from '../api-menu.ts';
import { useMenuChanges } from './use-menu-changes.ts';

/** The dishes of a menu that can be cooked again now; there are none until the menu is there. */
export function useDishesToCook(menu: MenuList | undefined, now: Date): MenuPost[] {
  const changes = useMenuChanges();
  const deletions = usePendingChanges(postDeletions);
  const cooked = useOutboxEntries(cookAgainChanges);
  if (!menu) return [];
  const waiting = new Set(cooked.flatMap(({ change }) => change.dishes.map(({ id }) => id)));
  return dishesToCook(menuPosts(menu, changes, deletions, now), waiting, now);
}
