import type { FeedPost } from '@lapau/contract/posts';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { CountButton } from '../../../ui/buttons/count-button.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { MarkedIcon, useWaitingWord } from '../../../ui/waiting/waiting-for-signal.tsx';
import type { LikePlace } from '../api.ts';
import { useLike } from './use-like.ts';

export function LikeButton({ post, place = 'list' }: { post: FeedPost; place?: LikePlace }) {
  const { isLiked, count, whyWaiting, setLiked } = useLike(post, place);
  const isWaiting = whyWaiting !== undefined;
  const waitingWord = useWaitingWord();
  const [isTapped, setIsTapped] = useState(false);

  function tap() {
    setIsTapped(true);
    setLiked(!isLiked);
  }
  return (
    <CountButton
      name={`Suka, ${formatCount(count)} suka${isWaiting ? `, ${whyWaiting ?? waitingWord}` : ''}`}
      aria-pressed={isLiked}
      count={count}
      onClick={tap}
      icon={
        <MarkedIcon isWaiting={isWaiting}>
          <Heart
            aria-hidden="true"
            className={classNames('size-6', isLiked && 'fill-red text-red', isLiked && isTapped && 'animate-pop')}
          />
        </MarkedIcon>
      }
    />
  );
}
