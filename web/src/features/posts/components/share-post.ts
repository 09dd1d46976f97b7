import type { FeedPost } from '@lapau/contract/posts';
import { toast } from '../../../lib/toast.ts';

/** The link to a post that anybody may be given. */
export const postLink = (post: FeedPost): string => `${window.location.origin}/post/${post.id}`;

/** Whose dish it is. */
export const stallName = ({ warungName, sellerFullName }: FeedPost): string =>
  warungName || sellerFullName || 'Penjual';

/** Opens the device's share sheet, or copies the link where there is none. */
export async function sharePost(post: FeedPost): Promise<void> {
  const url = postLink(post);
  // Desktop browsers that cannot share have no such method.
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({
        title: post.foodName,
        text: `Lihat ${post.foodName} dari ${stallName(post)}. Yuk, cicipi!`,
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
