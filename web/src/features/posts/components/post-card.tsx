import { toExternalUrl } from '@lapau/contract/external-url';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ExternalLinkButton } from '../../../ui/buttons/link-button.tsx';
import { LongText } from '../../../ui/parts/long-text.tsx';
import { PostHeader } from './post-header.tsx';
import { PostPhotos } from './post-photos.tsx';

type PostCardProps = {
  post: FeedPost;
  /** Whether the card is on the first screen, so that its cover loads with priority. */
  first?: boolean;
  menu: ReactNode;
  like: ReactNode;
  comment: ReactNode;
  share: ReactNode;
  save: ReactNode;
  /** The elements below the description: the link to the comments, buttons to contact the seller. */
  contact: ReactNode;
};

/** A post as the feed shows it; other features fill its slots. */
export function PostCard({ post, first, menu, like, comment, share, save, contact }: PostCardProps) {
  const titleId = useId();
  const link = post.linkUrl && toExternalUrl(post.linkUrl);
  return (
    <article
      aria-labelledby={titleId}
      className="overflow-hidden bg-surface min-[28.1rem]:rounded-card min-[28.1rem]:ring-1 min-[28.1rem]:ring-line"
    >
      <PostHeader post={post}>{menu}</PostHeader>
      <PostPhotos post={post} first={first} to={`/post/${post.id}`} />
      <div className="flex items-center px-1">
        {like}
        {comment}
        {share}
        <span className="ml-auto">{save}</span>
      </div>
      <div className="grid gap-2 px-3 pt-3 pb-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id={titleId} className="own-box text-lg font-semibold">
            <bdi>{post.foodName}</bdi>
          </h2>
          <p className="own-box text-lg font-semibold text-gold">
            <bdi>{formatPrice(post.price)}</bdi>
          </p>
        </div>
        <LongText id={post.id} text={post.description} />
        {link && (
          <ExternalLinkButton
            href={link}
            icon={<ExternalLink aria-hidden="true" className="size-5" />}
            className="mt-1"
          >
            Buka tautan
          </ExternalLinkButton>
        )}
        {contact}
      </div>
    </article>
  );
}
