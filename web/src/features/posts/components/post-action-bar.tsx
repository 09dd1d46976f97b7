import { toExternalUrl } from '@lapau/contract/external-url';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { ExternalLink, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { ExternalLinkButton, LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenActions } from '../../../ui/buttons/screen-actions.tsx';
import { hasContact, PostContactButtons } from './post-contact-buttons.tsx';

/** The bar at the bottom of a post's screen: price, and what one does about the dish; there is none without anything to do. */
export function PostActionBar({ post }: { post: FeedPost }) {
  const actions = useActions(post);
  if (!actions) return null;
  return (
    <ScreenActions>
      {/* The price also stands above, in the phone's own text size; here it only has the room that the buttons leave. */}
      <p className="line-clamp-3 min-w-0 flex-1 text-[min(1rem,4.6vw)]/tight font-bold text-gold [text-size-adjust:none]">
        <bdi>{formatPrice(post.price)}</bdi>
      </p>
      {actions}
    </ScreenActions>
  );
}

function useActions(post: FeedPost): ReactNode {
  const { user } = useMember();
  const link = post.linkUrl && toExternalUrl(post.linkUrl);
  if (hasContact(post, user.id)) return <PostContactButtons post={post} place="bar" />;
  if (link) {
    return (
      <ExternalLinkButton variant="primary" href={link} icon={<ExternalLink aria-hidden="true" className="size-5" />}>
        Buka tautan
      </ExternalLinkButton>
    );
  }
  if (post.userId !== user.id) return null;
  return (
    <LinkButton
      to={`/my-warung/edit-post/${post.id}`}
      variant="quiet"
      icon={<Pencil aria-hidden="true" className="size-5" />}
    >
      Edit Postingan
    </LinkButton>
  );
}
