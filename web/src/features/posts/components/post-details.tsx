import { toExternalUrl } from '@lapau/contract/external-url';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { formatCount, formatShortCount } from '../../../lib/format/count.ts';
import { ExternalLinkButton } from '../../../ui/link-button.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LikeButton } from '../../likes/components/like-button.tsx';
import { SaveButton } from '../../saves/components/save-button.tsx';
import { PostContactButtons } from './post-contact-buttons.tsx';
import { PostHeader, PostHeaderSkeleton } from './post-header.tsx';
import { PostPhotos } from './post-photos.tsx';
import { ShareButton } from './share-button.tsx';

/** All of a post, as its screen shows it above the comments. */
export function PostDetails({ post }: { post: FeedPost }) {
  const link = post.linkUrl && toExternalUrl(post.linkUrl);
  return (
    <article aria-label={post.foodName}>
      <PostHeader post={post} hasExactTime />
      <PostPhotos post={post} first hidePrice />
      <div className="flex items-center px-1">
        <LikeButton post={post} place="post" />
        <span className="inline-flex items-center gap-1.5 px-2.5 text-small font-semibold tabular-nums">
          <MessageCircle aria-hidden="true" className="size-6" />
          <span aria-hidden="true">{formatShortCount(post.comments)}</span>
          <span className="sr-only">{formatCount(post.comments)} komentar</span>
        </span>
        <ShareButton post={post} />
        <span className="ml-auto">
          <SaveButton post={post} place="post" />
        </span>
      </div>
      <div className="grid gap-3 px-3 pt-1 pb-4">
        <div>
          <h2 className="text-xl font-bold">{post.foodName}</h2>
          <p className="text-lg font-semibold text-gold">{formatPrice(post.price)}</p>
        </div>
        {post.description && <p className="whitespace-pre-line text-text/90">{post.description}</p>}
        {link && (
          <ExternalLinkButton href={link} icon={<ExternalLink aria-hidden="true" className="size-5" />}>
            Buka tautan
          </ExternalLinkButton>
        )}
        <PostContactButtons post={post} chatLabel="Chat" />
      </div>
    </article>
  );
}

/** A post that is loading. */
export const PostDetailsSkeleton = () => (
  <LoadingSkeletons>
    <PostHeaderSkeleton hasExactTime />
    <Skeleton className="aspect-square rounded-none" />
    <div className="grid gap-2.5 px-3 pt-14">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-5 w-1/4" />
      <Skeleton className="h-4" />
    </div>
  </LoadingSkeletons>
);
