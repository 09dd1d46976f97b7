import { usePendingChange } from '../../../lib/outbox/latest-changes.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { saves } from '../api.ts';
import type { SavedPost } from '../api.ts';

/** Whether the person wants to be told when a saved dish is cooked again. Posts without a stall and one's own dishes have no switch. */
export function AlertSwitch({ post }: { post: SavedPost }) {
  const { user } = useMember();
  const pending = usePendingChange(saves, post.id);
  if (post.isAdminPost || post.userId === user.id) return null;
  return (
    <Switch
      checked={pending?.alert ?? post.hasAlert ?? false}
      onChange={(alert) => saves.submit({ id: post.id, on: true, alert, post, place: 'list' })}
      className="w-full"
    >
      Kabari kalau dimasak lagi
    </Switch>
  );
}
