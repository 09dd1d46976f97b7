import type { FeedPost } from '@lapau/contract/posts';
import { toast } from '../../../lib/screen/toast.ts';
import { saves } from '../api.ts';

const shownMs = 10_000;

/** Offers somebody who has just saved a dish that is sold out to tell them when it is cooked again. */
export function offerAlert(post: FeedPost): void {
  // They may have removed it again while this code was loading.
  if (saves.pending().get(post.id)?.on === false) return;
  toast.info('Sedang habis. Kabari kalau dimasak lagi?', {
    action: {
      label: 'Kabari',
      onClick: () => {
        saves.submit({ id: post.id, on: true, alert: true, post, place: 'list' });
        toast.success('Baik, nanti dikabari.');
      },
    },
    durationMs: shownMs,
  });
}
