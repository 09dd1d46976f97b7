import type { FeedPost } from '@lapau/contract/posts';
import { MessageCircle } from 'lucide-react';
import type { ComponentType } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { CountButton } from '../../../ui/buttons/count-button.tsx';
import { openStanding } from '../../../ui/overlays/standing-overlays.tsx';
import { CommentsSheet } from '../../comments/components/comments-sheet.tsx';
import { LikeButton } from '../../likes/components/like-button.tsx';
import { PostCard } from '../../posts/components/post-card.tsx';
import { PostContactButtons } from '../../posts/components/post-contact-buttons.tsx';
import { PostMenu } from '../../posts/components/post-menu.tsx';
import { ShareButton } from '../../posts/components/share-button.tsx';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import { SaveButton } from '../../saves/components/save-button.tsx';

type FeedCardProps = {
  post: FeedPost;
  first: boolean;
  /** What a list shows at the end of its cards. */
  Footer?: ComponentType<{ post: FeedPost }> | undefined;
};

/** A post card with the buttons of the features likes, comments, saves and reports. */
export function FeedCard({ post, first, Footer }: FeedCardProps) {
  const openComments = () =>
    openStanding((state) => <CommentsSheet {...state} postId={post.id} ReportDialog={ReportDialog} />);
  return (
    <PostCard
      post={post}
      first={first}
      menu={<PostMenu post={post} editLabel="Edit" />}
      like={<LikeButton post={post} />}
      comment={
        <CountButton
          name={`Komentar, ${formatCount(post.comments)} komentar`}
          icon={<MessageCircle aria-hidden="true" className="size-6" />}
          count={post.comments}
          aria-haspopup="dialog"
          onClick={openComments}
        />
      }
      share={<ShareButton post={post} />}
      save={<SaveButton post={post} />}
      contact={
        <>
          {post.comments > 0 && (
            <button
              type="button"
              onClick={openComments}
              className="-m-2 min-h-11 justify-self-start rounded-small px-2 text-small text-muted active:opacity-70"
            >
              {`Lihat ${post.comments > 1 ? 'semua ' : ''}${formatCount(post.comments)} komentar`}
            </button>
          )}
          <PostContactButtons post={post} />
          {Footer && <Footer post={post} />}
        </>
      }
    />
  );
}
