import type { FeedPost } from '@lapau/contract/posts';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format/time.ts';
import { useTakesPlace } from '../../../lib/screen/takes-place.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { AdminBadge } from '../../../ui/parts/badge.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { Link } from '../../../ui/parts/link.tsx';

type PostScreenHeaderProps = {
  /** The post; undefined while it is loading, or when it cannot be shown. */
  post: FeedPost | undefined;
  onBack: () => void;
  /** The post's menu. */
  children?: ReactNode;
};

/** The one header of a post's screen: back, the seller, the menu. Below 1024 px the site's own top bar gives way to it. */
export function PostScreenHeader({ post, onBack, children }: PostScreenHeaderProps) {
  useTakesPlace('own-top');
  return (
    <header
      data-covers="top"
      className="sticky top-(--offline-bar) z-20 border-b border-line bg-background pt-safe lg:top-(--below-top-bar) lg:pt-0"
    >
      <div className="flex min-h-14 items-center gap-0.5 px-1.5 py-1">
        <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={onBack} />
        <Heading pageTitle={post?.foodName} className={post ? 'sr-only' : 'text-xl font-bold'}>
          Postingan
        </Heading>
        {post && <Seller post={post} />}
        {children}
      </div>
    </header>
  );
}

function Seller({ post }: { post: FeedPost }) {
  const name = post.warungName ?? post.sellerFullName;
  const styles = 'flex min-h-11 min-w-0 flex-1 items-center gap-2.5';
  const seller = (
    <>
      <Avatar name={name} src={post.sellerAvatarUrl} />
      <span className="min-w-0 leading-tight">
        <span className="flex items-center gap-1.5">
          <span className="line-clamp-2 font-semibold">
            <bdi>{name}</bdi>
          </span>
          {post.authorIsAdmin && <AdminBadge />}
        </span>
        {/* The date stands below the nagari if that is long, or the text is large. */}
        <span className="flex flex-wrap gap-x-1 text-small text-muted">
          {post.nagari && (
            <span className="flex max-w-full gap-1">
              <span dir="auto" className="truncate">
                {post.nagari}
              </span>
              <span aria-hidden="true">·</span>
            </span>
          )}
          <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>
        </span>
      </span>
    </>
  );
  // An admin post has no stall (D12).
  return post.isAdminPost ? (
    <div className={styles}>{seller}</div>
  ) : (
    <Link to={`/warungs/${post.userId}`} className={`${styles} rounded-small transition-opacity active:opacity-70`}>
      {seller}
    </Link>
  );
}
