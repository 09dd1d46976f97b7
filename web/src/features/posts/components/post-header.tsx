import type { FeedPost } from '@lapau/contract/posts';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { AdminBadge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';

interface PostHeaderProps {
  post: FeedPost;
  /** The stall's page; an admin post has none (D12). */
  sellerTo?: string;
  /** Says when it was posted instead of how long ago. */
  exact?: boolean;
  /** At the end of the line, such as the post's menu. */
  children?: ReactNode;
}

/** Who posted it, where and when. */
export function PostHeader({ post, sellerTo, exact = false, children }: PostHeaderProps) {
  const name = post.warungName ?? post.sellerFullName;
  const look = 'flex min-h-11 min-w-0 flex-1 items-center gap-3';
  const seller = (
    <>
      <Avatar name={name} src={post.sellerAvatarUrl} />
      <span className="min-w-0 leading-snug">
        <span className="flex items-center gap-1.5">
          <span className="line-clamp-2 font-semibold">{name}</span>
          {post.authorIsAdmin && <AdminBadge />}
        </span>
        {exact ? (
          <span className="block text-small text-muted">
            {post.nagari && <span className="block truncate">{post.nagari}</span>}
            <time dateTime={post.createdAt}>{formatDateTime(post.createdAt)}</time>
          </span>
        ) : (
          <span className="flex min-w-0 gap-1 text-small text-muted">
            {post.nagari && (
              <>
                <span className="truncate">{post.nagari}</span>
                <span aria-hidden="true">·</span>
              </>
            )}
            <span className="shrink-0">
              <TimeAgo time={post.createdAt} />
            </span>
          </span>
        )}
      </span>
    </>
  );
  return (
    <header className="flex items-center gap-1 py-2.5 pr-1.5 pl-3">
      {sellerTo ? (
        <Link to={sellerTo} className={`${look} rounded-small transition-opacity active:opacity-70`}>
          {seller}
        </Link>
      ) : (
        <div className={look}>{seller}</div>
      )}
      {children}
    </header>
  );
}
