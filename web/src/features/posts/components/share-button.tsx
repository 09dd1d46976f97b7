import type { FeedPost } from '@lapau/contract/posts';
import { Share2 } from 'lucide-react';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { sharePost } from './share-post.ts';

export const ShareButton = ({ post }: { post: FeedPost }) => (
  <IconButton name="Bagikan" icon={<Share2 className="size-6" />} onClick={() => void sharePost(post)} />
);
