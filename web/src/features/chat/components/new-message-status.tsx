import { useState } from 'react';
import { useWaitingWord } from '../../../ui/waiting/waiting-for-signal.tsx';
import type { ShownMessage } from './thread-rows.ts';

type NewMessageStatusProps = {
  name: string;
  lastReceived: ShownMessage | undefined;
  lastOwn: ShownMessage | undefined;
  /** One's own messages that have not arrived. */
  outgoingCount: number;
};

/** Reads a message out that arrives while the chat is open, and says how far one's own has come. */
export function NewMessageStatus({ name, lastReceived, lastOwn, outgoingCount }: NewMessageStatusProps) {
  const [received] = useState(lastReceived?.time ?? '');
  const [own] = useState(lastOwn?.time ?? '');
  const waitingWord = useWaitingWord();
  return (
    <>
      <p role="status" className="sr-only">
        {lastReceived && lastReceived.time > received && `${name}: ${lastReceived.content}`}
      </p>
      <p role="status" className="sr-only">
        {lastOwn?.delivery === 'waiting'
          ? `${outgoingCount} pesan ${waitingWord}.`
          : lastOwn && lastOwn.time > own && ['sent', 'read'].includes(lastOwn.delivery) && 'Pesan terkirim.'}
      </p>
    </>
  );
}
