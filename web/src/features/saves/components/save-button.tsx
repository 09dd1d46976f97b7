import type { FeedPost } from '@lapau/contract/posts';
import { Bookmark } from 'lucide-react';
import { useWhyWaiting, usePendingChange } from '../../../lib/outbox/latest-changes.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { createPartCode } from '../../../ui/waiting/lazy-part.tsx';
import { MarkedIcon, useWaitingWord } from '../../../ui/waiting/waiting-for-signal.tsx';
import { saves } from '../api.ts';
import type { saveFailedTexts } from '../api.ts';

const alertOffer = createPartCode(() => import('./alert-offer.ts'));

type SaveButtonProps = {
  post: FeedPost;
  /** Decides which text a failure shows. */
  place?: keyof typeof saveFailedTexts;
};

export function SaveButton({ post, place = 'list' }: SaveButtonProps) {
  const isSaved = usePendingChange(saves, post.id)?.on ?? post.isSavedByUser;
  const whyWaiting = useWhyWaiting(saves, post.id);
  const isWaiting = whyWaiting !== undefined;
  const waitingWord = useWaitingWord();
  const { user } = useSession();
  async function toggle() {
    saves.submit({ id: post.id, on: !isSaved, post, place });
    if (isSaved || post.isOpen || post.isAdminPost || !user || user.id === post.userId) return;
    if (!(await alertOffer.load())) return;
    const state = alertOffer.state();
    if (state.status === 'ready') state.code.offerAlert(post);
  }
  return (
    <IconButton
      name={isWaiting ? `Simpan, ${whyWaiting ?? waitingWord}` : 'Simpan'}
      aria-pressed={isSaved}
      onClick={() => void toggle()}
      icon={
        <MarkedIcon isWaiting={isWaiting}>
          <Bookmark className={isSaved ? 'size-6 fill-gold text-gold' : 'size-6'} />
        </MarkedIcon>
      }
    />
  );
}
