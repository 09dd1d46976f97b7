import type { FeedPost } from '@lapau/contract/posts';
import { page } from '../../../lib/calls/boot.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { copyOrShow } from '../../../ui/overlays/copy-text.tsx';
import { sellerName } from './seller-name.ts';

/** The absolute URL of a post. */
export const postUrl = (post: FeedPost): string => `${page.origin}/post/${post.id}`;

/**
 * Opens the device's share sheet, or copies the link where there is none, as in some browsers of computers and on plain http. Where the
 * sheet does not open, as within some other apps, the link can be copied.
 */
export async function sharePost(post: FeedPost): Promise<void> {
  const url = postUrl(post);
  const words = { copied: 'Link postingan disalin ke clipboard!', what: 'Tautan', failed: 'Gagal menyalin link.' };
  const copy = () => copyOrShow(url, words);
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({
        title: post.foodName,
        text: `Lihat ${post.foodName} dari ${sellerName(post)}. Yuk, cicipi!`,
        url,
      });
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled)
        toast.error('Gagal membagikan postingan.', { action: { label: 'Salin tautan', onClick: () => void copy() } });
    }
    return;
  }
  await copy();
}
