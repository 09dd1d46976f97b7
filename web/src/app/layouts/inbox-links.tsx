import { useUnreadNotifications } from '../../features/notifications/api.ts';
import { useMember } from '../../lib/session/session.tsx';
import { CountBadge } from '../../ui/parts/badge.tsx';
import { Link } from '../../ui/parts/link.tsx';
import { useTooltip } from '../../ui/parts/tooltip.tsx';
import { inbox } from '../navigation.ts';

/** Messages and notifications with how many are unread, uncapped. */
export function InboxLinks({ only }: { only?: string }) {
  const { unread: cached } = useMember();
  const unread = { messages: cached.messages, notifications: useUnreadNotifications() };
  return inbox
    .filter(({ path }) => !only || path === only)
    .map((item) => <InboxLink key={item.path} {...item} unread={unread[item.count]} />);
}

function InboxLink({ path, label, icon: Icon, unread }: (typeof inbox)[number] & { unread: number }) {
  const { handlers, bubble } = useTooltip(label);
  return (
    <Link
      {...handlers}
      to={path}
      aria-label={unread > 0 ? `${label}, ${unread} belum dibaca` : label}
      className="relative flex h-11 min-w-11 shrink-0 items-center rounded-full pr-0.5 pl-2.5 -outline-offset-2 transition-[transform,opacity] hover:bg-raised active:scale-90 active:opacity-70"
    >
      <Icon aria-hidden="true" className="size-6" />
      <CountBadge count={unread} />
      {bubble}
    </Link>
  );
}
