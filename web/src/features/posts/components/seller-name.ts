import type { FeedPost } from '@lapau/contract/posts';

/** The stall's name, or the seller's when there is no stall, for texts about a post. */
export const sellerName = ({ warungName, sellerFullName }: FeedPost): string =>
  warungName || sellerFullName || 'Penjual';
