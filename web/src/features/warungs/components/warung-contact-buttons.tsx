import type { Warung } from '@lapau/contract/warungs';
import { MessageCircle, MessageCircleMore, Phone } from 'lucide-react';
import { page } from '../../../lib/calls/boot.ts';
import { telLink, whatsappLink } from '../../../lib/format/phone.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { ExternalLinkButton, LinkButton } from '../../../ui/buttons/link-button.tsx';

/** Buttons to call or message a stall; one without a valid number is disabled. */
export function WarungContactButtons({ warung }: { warung: Warung }) {
  const { user } = useMember();
  return (
    // The buttons stand in one row, on small phones and with large text too: the dishes below are what the screen is for. Only
    // text twice as large needs two rows.
    <div className="flex flex-wrap gap-2 *:min-w-min *:flex-1 *:flex-col *:gap-0.5 *:px-1 *:py-1.5 *:text-center *:text-[min(0.9375rem,4.6vw)]/[1.3]">
      <ExternalLinkButton
        href={telLink(warung.phone_number)}
        icon={<Phone aria-hidden="true" className="size-5 shrink-0" />}
      >
        Telepon
      </ExternalLinkButton>
      <ExternalLinkButton
        href={whatsappLink(warung.whatsapp_number, greetingFor(warung))}
        icon={<MessageCircle aria-hidden="true" className="size-5 shrink-0" />}
      >
        WhatsApp
      </ExternalLinkButton>
      {warung.id !== user.id && (
        <LinkButton
          to={`/chat/new/${warung.id}`}
          icon={<MessageCircleMore aria-hidden="true" className="size-5 shrink-0" />}
        >
          Kirim Pesan
        </LinkButton>
      )}
    </div>
  );
}

const greetingFor = ({ id, name }: Warung): string =>
  `Halo ${name}, saya melihat warung Anda di ${page.origin}/warungs/${id}. Hari ini masak apa?`;
