import type { FeedPost } from '@lapau/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { usePendingChange } from '../../../lib/optimistic-changes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { saveFailedTexts, saves } from '../api.ts';

type SaveButtonProps = {
  post: FeedPost;
  /** Decides which text a failure shows. */
  place?: keyof typeof saveFailedTexts;
};

export function SaveButton({ post, place = 'list' }: SaveButtonProps) {
  const client = useQueryClient();
  const isSaved = usePendingChange(saves, post.id)?.on ?? post.isSavedByUser;
  const tap = () =>
    saves.submit(
      client,
      { id: post.id, on: !isSaved, post },
      {
        failed: saveFailedTexts[place],
        failedBy: { unauthenticated: 'Anda harus login untuk menyimpan postingan.' },
      },
    );
  return (
    <IconButton
      name="Simpan"
      aria-pressed={isSaved}
      onClick={tap}
      icon={<Bookmark className={isSaved ? 'size-6 fill-gold text-gold' : 'size-6'} />}
    />
  );
}
