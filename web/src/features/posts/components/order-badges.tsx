import { canOrderNow } from '@lapau/contract/order';
import type { FeedPost } from '@lapau/contract/posts';
import { Badge } from '../../../ui/parts/badge.tsx';

type OrderBadgesProps = {
  post: Pick<FeedPost, 'isOpen' | 'warungIsOpen'>;
  /** Whether there is a badge also for a dish that can be ordered. */
  showsAvailable?: boolean;
};

/** Says whether a dish can be ordered now, wherever it shows: 'Tutup' of its stall, 'Habis' of itself. */
export function OrderBadges({ post, showsAvailable = false }: OrderBadgesProps) {
  if (canOrderNow(post)) return showsAvailable && <Badge tone="pandan">Tersedia</Badge>;
  return (
    <>
      {post.warungIsOpen === false && <Badge tone="red">Tutup</Badge>}
      {!post.isOpen && <Badge tone="red">Habis</Badge>}
    </>
  );
}
