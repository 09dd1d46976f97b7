import type { FeedPost } from '@lapau/contract/posts';
import { Bookmark } from 'lucide-react';
import { useWhyWaiting, usePendingChange } from '../../../lib/outbox/latest-changes.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { MarkedIcon, useWaitingWord } from '../../../ui/waiting/waiting-for-signal.tsx';
import { saves } from '../api.ts';
import type { saveFailedTexts } from '../api.ts';

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
  return (
    <IconButton
      name={isWaiting ? `Simpan, ${whyWaiting ?? waitingWord}` : 'Simpan'}
      aria-pressed={isSaved}
      onClick={() => saves.submit({ id: post.id, on: !isSaved, post, place })}
      icon={
        <MarkedIcon isWaiting={isWaiting}>
          <Bookmark className={isSaved ? 'size-6 fill-gold text-gold' : 'size-6'} />
        </MarkedIcon>
      }
    />
  );
}
