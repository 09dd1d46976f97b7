import type { FeedPost } from '@lapau/contract/posts';
import { MessageCircle, MessageCircleMore, Phone } from 'lucide-react';
import { telLink, whatsappLink } from '../../../lib/format/phone.ts';
import { hasRoute } from '../../../lib/paths.ts';
import { useMember } from '../../../lib/session.tsx';
import { ExternalLinkButton, LinkButton } from '../../../ui/link-button.tsx';
import { sellerName } from './seller-name.ts';
import { postUrl } from './share-post.ts';

const hasChat = hasRoute('/chat/new/:recipientId');
const iconStyles = 'size-5 shrink-0';

type PostContactButtonsProps = {
  post: FeedPost;
  chatLabel: 'Kirim Pesan' | 'Chat';
};

/** Buttons to call or message the seller; none on one's own post. One without a valid number is disabled (D21, D22, D52). */
export function PostContactButtons({ post, chatLabel }: PostContactButtonsProps) {
  const { user } = useMember();
  // An admin post has no stall to contact (D12).
  if (post.userId === user.id || post.isAdminPost) return null;
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:px-3">
      <ExternalLinkButton href={telLink(post.phoneNumber)} icon={<Phone aria-hidden="true" className={iconStyles} />}>
        Telepon
      </ExternalLinkButton>
      <ExternalLinkButton
        href={whatsappLink(post.whatsappNumber, greetingFor(post))}
        icon={<MessageCircle aria-hidden="true" className={iconStyles} />}
      >
        WhatsApp
      </ExternalLinkButton>
      {hasChat && !post.linkUrl && (
        <LinkButton
          to={`/chat/new/${post.userId}`}
          icon={<MessageCircleMore aria-hidden="true" className={iconStyles} />}
          className="whitespace-nowrap"
        >
          {chatLabel}
        </LinkButton>
      )}
    </div>
  );
}

const greetingFor = (post: FeedPost): string =>
  `Halo ${sellerName(post)}, saya tertarik dengan ${post.foodName} di ${postUrl(post)}. Apakah masih ada?`;
