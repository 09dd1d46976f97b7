import type { FeedPost } from '@lapau/contract/posts';
import { MessageCircle, MessageCircleMore, Phone } from 'lucide-react';
import { telLink, whatsappLink } from '../../../lib/format/phone.ts';
import { hasRoute } from '../../../lib/paths.ts';
import { useMember } from '../../../lib/session.tsx';
import { ExternalLinkButton, LinkButton } from '../../../ui/link-button.tsx';
import { postLink, stallName } from './share-post.ts';

const hasChat = hasRoute('/chat/new/:recipientId');
const iconLook = 'size-5 shrink-0';

interface ContactButtonsProps {
  post: FeedPost;
  /** What the way to the chat is called there. */
  chat: 'Kirim Pesan' | 'Chat';
}

/** Ways to reach the seller of somebody else's dish; one without a number that works is disabled (D21, D22, D52). */
export function ContactButtons({ post, chat }: ContactButtonsProps) {
  const { user } = useMember();
  // Behind an admin's post stands no stall to call (D12).
  if (post.userId === user.id || post.isAdminPost) return null;
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:px-3">
      <ExternalLinkButton href={telLink(post.phoneNumber)} icon={<Phone aria-hidden="true" className={iconLook} />}>
        Telepon
      </ExternalLinkButton>
      <ExternalLinkButton
        href={whatsappLink(post.whatsappNumber, greetingFor(post))}
        icon={<MessageCircle aria-hidden="true" className={iconLook} />}
      >
        WhatsApp
      </ExternalLinkButton>
      {hasChat && !post.linkUrl && (
        <LinkButton
          to={`/chat/new/${post.userId}`}
          icon={<MessageCircleMore aria-hidden="true" className={iconLook} />}
          className="whitespace-nowrap"
        >
          {chat}
        </LinkButton>
      )}
    </div>
  );
}

const greetingFor = (post: FeedPost): string =>
  `Halo ${stallName(post)}, saya tertarik dengan ${post.foodName} di ${postLink(post)}. Apakah masih ada?`;
