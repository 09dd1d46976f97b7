import type { FeedPost } from '@lapau/contract/posts';
import { toast } from '../../../lib/toast.ts';
import { sellerName } from './seller-name.ts';

/** The absolute URL of a post. */
export const postUrl = (post: FeedPost): string => `${window.location.origin}/post/${post.id}`;

/** Opens the device's share sheet, or copies the link where there is none. */
export async function sharePost(post: FeedPost): Promise<void> {
  const url = postUrl(post);
  // Some desktop browsers do not have the Web Share API.
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({
        title: post.foodName,
        text: `Lihat ${post.foodName} dari ${sellerName(post)}. Yuk, cicipi!`,
        url,
      });
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) toast.error('Gagal membagikan postingan.');
    }
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link postingan disalin ke clipboard!');
  } catch {
    toast.error('Gagal menyalin link.');
  }
}
