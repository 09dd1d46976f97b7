import type { FeedPost } from '@lapau/contract/posts';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { hasRoute } from '../../../lib/paths.ts';
import { CountButton } from '../../../ui/count-button.tsx';
import { CommentsSheet } from '../../comments/components/comments-sheet.tsx';
import { LikeButton } from '../../likes/components/like-button.tsx';
import { PostCard } from '../../posts/components/post-card.tsx';
import { ContactButtons } from '../../posts/components/post-contact-buttons.tsx';
import { PostMenu } from '../../posts/components/post-menu.tsx';
import { ShareButton } from '../../posts/components/share-button.tsx';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import { SaveButton } from '../../saves/components/save-button.tsx';

const hasStalls = hasRoute('/warungs/:id');
const hasPosts = hasRoute('/post/:postId');

/** A post card with what the other features put on it. */
export function FeedCard({ post, first }: { post: FeedPost; first: boolean }) {
  const [isReading, setIsReading] = useState(false);
  const read = () => setIsReading(true);
  return (
    <>
      <PostCard
        post={post}
        first={first}
        sellerTo={hasStalls && !post.isAdminPost ? `/warungs/${post.userId}` : undefined}
        to={hasPosts ? `/post/${post.id}` : undefined}
        menu={<PostMenu post={post} edit="Edit" />}
        like={<LikeButton post={post} />}
        comment={
          <CountButton
            name={`Komentar, ${post.comments} komentar`}
            icon={<MessageCircle aria-hidden="true" className="size-6" />}
            count={post.comments}
            aria-haspopup="dialog"
            onClick={read}
          />
        }
        share={<ShareButton post={post} />}
        save={<SaveButton post={post} />}
        contact={
          <>
            {post.comments > 0 && (
              <button
                type="button"
                onClick={read}
                className="-m-2 min-h-11 justify-self-start rounded-small px-2 text-small text-muted active:opacity-70"
              >
                Lihat semua {post.comments} komentar
              </button>
            )}
            <ContactButtons post={post} chat="Kirim Pesan" />
          </>
        }
      />
      <CommentsSheet
        open={isReading}
        onClose={() => setIsReading(false)}
        postId={post.id}
        ReportDialog={ReportDialog}
      />
    </>
  );
}
