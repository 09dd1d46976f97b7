import { Check, CheckCheck, CircleAlert, Clock, CloudOff } from 'lucide-react';
import { useWaitingWord } from '../../../ui/waiting/waiting-for-signal.tsx';
import type { Delivery } from './thread-rows.ts';

const icons = {
  sending: Clock,
  waiting: CloudOff,
  held: CircleAlert,
  sent: Check,
  read: CheckCheck,
};

const words = {
  sending: 'mengirim',
  held: 'belum terkirim',
  sent: 'terkirim',
  read: 'dibaca',
};

/** How far one's own message has come, as a tick and in a word; older messages have the tick alone. */
export function DeliveryState({
  delivery,
  showsWord,
}: {
  delivery: Exclude<Delivery, 'received'>;
  showsWord: boolean;
}) {
  const Icon = icons[delivery];
  const waitingWord = useWaitingWord();
  return (
    <span className="flex items-center gap-1">
      <span className={showsWord ? undefined : 'sr-only'}>
        {delivery === 'waiting' ? waitingWord : words[delivery]}
      </span>
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${delivery === 'read' ? 'text-pandan' : ''}`} />
    </span>
  );
}
