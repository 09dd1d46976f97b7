import type { FeedPost } from '@lapau/contract/posts';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { AdminBadge } from '../../../ui/parts/badge.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { RowSkeleton } from '../../../ui/waiting/row-skeleton.tsx';

type PostHeaderProps = {
  post: FeedPost;
  /** At the end of the line, such as the post's menu. */
  children?: ReactNode;
};

/** Seller, nagari and time of a post; the seller is a link to the stall. */
export function PostHeader({ post, children }: PostHeaderProps) {
  const name = post.warungName ?? post.sellerFullName;
  const sellerStyles = 'flex min-h-11 min-w-0 flex-1 items-center gap-3';
  const seller = (
    <>
      <Avatar name={name} src={post.sellerAvatarUrl} size="small" />
      <span className="min-w-0 *:leading-tight">
        <span className="flex items-center gap-1.5">
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
          {post.authorIsAdmin && <AdminBadge />}
        </span>
        {/* In large text the time stands below the nagari. Where a few letters of the nagari fit beside the time, it is cut instead. */}
        <span className="flex flex-wrap gap-x-1 text-small text-muted">
          {post.nagari && (
            <span className="flex max-w-max min-w-0 flex-[1_1_5em] gap-1">
              <span dir="auto" className="truncate">
                {post.nagari}
              </span>
              <span aria-hidden="true">·</span>
            </span>
          )}
          <span className="shrink-0">
            <TimeAgo time={post.createdAt} />
          </span>
        </span>
      </span>
    </>
  );
  return (
    <header className="flex items-center gap-1 pr-1.5 pl-3">
      {/* An admin post has no stall (D12). */}
      {post.isAdminPost ? (
        <div className={sellerStyles}>{seller}</div>
      ) : (
        <Link
          to={`/warungs/${post.userId}`}
          className={`${sellerStyles} rounded-small -outline-offset-2 transition-opacity active:opacity-70`}
        >
          {seller}
        </Link>
      )}
      {children}
    </header>
  );
}

export const PostHeaderSkeleton = () => (
  <RowSkeleton className="h-11 gap-3 px-3" picture="size-8" lines={['h-4 w-2/5', 'h-3.5 w-3/5']} />
);
