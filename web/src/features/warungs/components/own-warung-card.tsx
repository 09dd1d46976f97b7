import { isSellerRole } from '@lapau/contract/roles';
import { ChevronRight } from 'lucide-react';
import { useMember } from '../../../lib/session/session.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Link } from '../../../ui/parts/link.tsx';

/** A card in the list of stalls that leads sellers to their own stall. */
export function OwnWarungCard() {
  const { user, profile, warung } = useMember();
  if (!warung || !isSellerRole(profile.role)) return null;
  return (
    <Link
      to="/my-warung"
      className="mb-3 flex min-h-16 items-center gap-3 rounded-card bg-surface px-3 py-2.5 -outline-offset-2 transition-opacity active:opacity-80"
    >
      <Avatar name={warung.name} src={user.user_metadata.avatar_url} />
      <span className="line-clamp-2 min-w-0 flex-1 font-semibold">
        <bdi>{warung.name}</bdi>
      </span>
      <span className="flex shrink-0 items-center gap-1 font-semibold text-gold">
        Kelola
        <ChevronRight aria-hidden="true" className="size-5" />
      </span>
    </Link>
  );
}
