import type { FeedPost } from '@lapau/contract/posts';
import { MessageCircle, MessageCircleMore, Phone } from 'lucide-react';
import { telLink, whatsappLink } from '../../../lib/format/phone.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { ExternalLinkButton, LinkButton } from '../../../ui/buttons/link-button.tsx';
import { sellerName } from './seller-name.ts';
import { postUrl } from './share-post.ts';

const iconStyles = 'size-5 shrink-0';
const placeStyles = {
  list: 'flex flex-wrap gap-2 *:flex-1 *:px-3',
  // The text size is limited, also against the phone's text setting, so that three labels fit beside the price.
  bar: 'flex shrink-0 gap-1.5 [text-size-adjust:none] *:flex-col *:gap-0.5 *:px-2 *:py-1.5 *:text-[min(1rem,4.6vw)]/[1.3]',
};

type PostContactButtonsProps = {
  post: FeedPost;
  /** Whether the buttons are in a list, or in the bar at the bottom of the post's screen. */
  place?: keyof typeof placeStyles;
};

/** Buttons to call or message the author. One's own post has none, and a button without a valid number is disabled. */
export function PostContactButtons({ post, place = 'list' }: PostContactButtonsProps) {
  const { user } = useMember();
  if (!hasContact(post, user.id)) return null;
  return (
    // A single button has room for its usual form.
    <div className={placeStyles[post.isAdminPost ? 'list' : place]}>
      {!post.isAdminPost && (
        <>
          <ExternalLinkButton
            href={telLink(post.phoneNumber)}
            icon={<Phone aria-hidden="true" className={iconStyles} />}
          >
            Telepon
          </ExternalLinkButton>
          <ExternalLinkButton
            href={whatsappLink(post.whatsappNumber, greetingFor(post))}
            icon={<MessageCircle aria-hidden="true" className={iconStyles} />}
          >
            WhatsApp
          </ExternalLinkButton>
        </>
      )}
      {!post.linkUrl && (
        <LinkButton
          to={`/chat/new/${post.userId}?post=${post.id}`}
          icon={<MessageCircleMore aria-hidden="true" className={iconStyles} />}
          className="whitespace-nowrap"
        >
          {place === 'bar' ? 'Chat' : 'Kirim Pesan'}
        </LinkButton>
      )}
    </div>
  );
}

/** Whether a person may contact the author. An admin post has no stall to call, and no chat beside its link. */
export const hasContact = (post: FeedPost, userId: string): boolean =>
  post.userId !== userId && !(post.isAdminPost && post.linkUrl);

const greetingFor = (post: FeedPost): string =>
  `Halo ${sellerName(post)}, saya tertarik dengan ${post.foodName} di ${postUrl(post)}. Apakah masih ada?`;
