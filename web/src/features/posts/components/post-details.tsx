import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatShortCount } from '../../../lib/format/count.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { PhotoViewer } from '../../../ui/photos/photo-viewer.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { LikeButton } from '../../likes/components/like-button.tsx';
import { SaveButton } from '../../saves/components/save-button.tsx';
import { PostPhotos } from './post-photos.tsx';
import { ShareButton } from './share-button.tsx';

/** All of a post, as its screen shows it between the header and the comments. */
export function PostDetails({ post }: { post: FeedPost }) {
  const [viewer, setViewer] = useState({ open: false, start: 0 });
  const hasPhoto = post.images.length > 0;
  return (
    <article aria-label={post.foodName}>
      <PostPhotos
        post={post}
        first
        hidePrice
        onOpen={hasPhoto ? (index) => setViewer({ open: true, start: index }) : undefined}
      />
      <PhotoViewer
        {...viewer}
        onClose={() => setViewer((before) => ({ ...before, open: false }))}
        name={post.foodName}
        images={post.images}
        placeholders={post.placeholders}
      />
      <div className="flex items-center px-1">
        <LikeButton post={post} place="post" />
        <span className="inline-flex items-center gap-1.5 px-2.5 text-small font-semibold tabular-nums">
          <MessageCircle aria-hidden="true" className="size-6" />
          <span aria-hidden="true">{formatShortCount(post.comments)}</span>
          <span className="sr-only">{`${formatCount(post.comments)} komentar`}</span>
        </span>
        <ShareButton post={post} />
        <span className="ml-auto">
          <SaveButton post={post} place="post" />
        </span>
      </div>
      <div className="grid gap-3 px-3 pt-1 pb-4">
        <div>
          <h2 className="own-box text-xl font-bold">
            <bdi>{post.foodName}</bdi>
          </h2>
          <p className="own-box text-lg font-semibold text-gold">
            <bdi>{formatPrice(post.price)}</bdi>
          </p>
        </div>
        {post.warungIsOpen && post.warungConfirmedAt && (
          <p className="text-small text-muted">
            Buka, dipastikan penjual <TimeAgo time={post.warungConfirmedAt} isShort />
          </p>
        )}
        {post.description && (
          <p dir="auto" className="whitespace-pre-line text-text/90">
            {post.description}
          </p>
        )}
        <p className="text-small text-muted">
          Diposting <time dateTime={post.createdAt}>{formatDateTime(post.createdAt)}</time>
        </p>
      </div>
    </article>
  );
}

/** A post that is loading. */
export const PostDetailsSkeleton = () => (
  <LoadingSkeletons>
    <Skeleton className="aspect-square rounded-none" />
    <div className="grid gap-2.5 px-3 pt-14">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-5 w-1/4" />
      <Skeleton className="h-4" />
    </div>
  </LoadingSkeletons>
);
