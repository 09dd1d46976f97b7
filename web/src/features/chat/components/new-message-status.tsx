import { useState } from 'react';
import type { ShownMessage } from './thread-rows.ts';

/** Reads a message out that arrives while the chat is open. */
export function NewMessageStatus({ name, last }: { name: string; last: ShownMessage | undefined }) {
  const [opened] = useState(last?.id);
  return (
    <p role="status" className="sr-only">
      {last && last.id !== opened && `${name}: ${last.content}`}
    </p>
  );
}
