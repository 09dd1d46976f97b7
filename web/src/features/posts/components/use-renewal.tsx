import { renewableAt } from '@lapau/contract/day';
import type { FeedPost } from '@lapau/contract/posts';
import { useMutation } from '@tanstack/react-query';
import { ArrowUpToLine } from 'lucide-react';
import { formatClock } from '../../../lib/format/time.ts';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { useNow } from '../../../ui/parts/use-now.ts';
import { renewPost } from '../api.ts';

const dayMs = 24 * 60 * 60_000;

/** The action that makes a post of one's own the newest one, or says when that is possible again. */
export function useRenewal({ id, createdAt }: Pick<FeedPost, 'id' | 'createdAt'>): MenuAction {
  const { mutate } = useMutation(renewPost);
  const now = new Date(useNow());
  const possibleAt = renewableAt(createdAt);
  // A post whose date is ahead, from a wrong clock, is not waited for.
  const isAwaited = possibleAt > now && possibleAt.getTime() - now.getTime() < dayMs;
  return {
    label: 'Posting lagi',
    icon: <ArrowUpToLine aria-hidden="true" className="size-5" />,
    disabled: isAwaited ? `Bisa lagi ${formatClock(possibleAt, now)}` : undefined,
    onSelect: () => mutate({ id, createdAt }),
  };
}
