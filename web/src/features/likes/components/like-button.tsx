import type { FeedPost } from '@lapau/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { usePendingChange } from '../../../lib/optimistic-changes.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CountButton } from '../../../ui/count-button.tsx';
import { likeFailedTexts, likeOf, likes } from '../api.ts';

type LikeButtonProps = {
  post: FeedPost;
  /** Decides which text a failure shows. */
  place?: keyof typeof likeFailedTexts;
};

export function LikeButton({ post, place = 'list' }: LikeButtonProps) {
  const client = useQueryClient();
  const { isLiked, count } = likeOf(post, usePendingChange(likes, post.id)?.on);
  const [isTapped, setIsTapped] = useState(false);

  function tap() {
    setIsTapped(true);
    likes.submit(
      client,
      { id: post.id, on: !isLiked },
      {
        failed: likeFailedTexts[place],
        failedBy: { unauthenticated: 'Anda harus login untuk menyukai postingan.' },
      },
    );
  }
  return (
    <CountButton
      name={`Suka, ${formatCount(count)} suka`}
      aria-pressed={isLiked}
      count={count}
      onClick={tap}
      icon={
        <Heart
          aria-hidden="true"
          className={classNames('size-6', isLiked && 'fill-red text-red', isLiked && isTapped && 'animate-pop')}
        />
      }
    />
  );
}
