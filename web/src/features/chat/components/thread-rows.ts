import type { AskedPost, Message } from '@lapau/contract/chat';
import { dayOf } from '../../../lib/format/day.ts';
import type { OutgoingMessage } from '../../../lib/outbox/chat-changes.ts';
import type { Held, OutboxEntry } from '../../../lib/outbox/queue.ts';
import { shownTimeOf } from '../../../lib/outbox/request.ts';

/** How far one's own message has come, `held` with its queue; `received` is said of the other person's. */
export type Delivery = 'received' | 'sending' | 'waiting' | 'held' | 'sent' | 'read';

export type ShownMessage = {
  id: string;
  /** The sequence of the message; null until the server has it. */
  sequence: number | null;
  isOwn: boolean;
  content: string;
  time: string;
  post: AskedPost | null;
  delivery: Delivery;
  /** The entry in the outbox of a message that has not arrived. */
  entryId?: string;
  held?: Held;
};

export type ThreadRow =
  | { type: 'day'; key: string; time: string }
  | { type: 'unread'; key: string }
  | {
      type: 'message';
      /** The key is made here, so that a message keeps its row when it has arrived. */
      key: string;
      message: ShownMessage;
      /** Whether the next row is another person's message, or none. */
      endsGroup: boolean;
    };

export type Outgoing = OutboxEntry & { change: OutgoingMessage };

/** The sent messages without an answer, except those that the thread has: they arrived, and only the answer was lost. */
export function notArrived(outgoing: readonly Outgoing[], messages: readonly Message[]): Outgoing[] {
  const arrived = new Set(messages.map(({ id }) => id));
  return outgoing.filter(({ change }) => !arrived.has(change.id));
}

type Shown = {
  messages: readonly Message[];
  /** Whether there are messages before the first one. */
  hasOlder: boolean;
  /** The messages that have not arrived. */
  outgoing: readonly Outgoing[];
  /** Whether the queue gets no answer. */
  isStuck: boolean;
  /** Whether the server takes the messages only later. */
  isLater: boolean;
  deletedIds: ReadonlySet<string>;
  userId: string;
  otherReadSequence: number;
  /** The first message that was unread when the chat was opened, or null. */
  firstUnread: number | null;
};

/** The rows of a conversation: messages, those on their way, days, and the line where the unread begins. */
export function threadRows({ messages, hasOlder, outgoing, deletedIds, firstUnread, ...shown }: Shown): ThreadRow[] {
  const [head] = outgoing;
  const waitsAs = head?.held || shown.isLater ? 'held' : shown.isStuck ? 'waiting' : 'sending';
  const all = [
    ...messages.filter(({ id }) => !deletedIds.has(id)).map((message) => receivedMessage(message, shown)),
    ...outgoing.map((entry) => outgoingMessage(entry, waitsAs)),
  ];
  const unreadFrom = all.find(
    ({ sequence, isOwn }) => firstUnread !== null && sequence !== null && sequence >= firstUnread && !isOwn,
  );
  return all.flatMap((message, index): ThreadRow[] => {
    const before = all[index - 1];
    const next = all[index + 1];
    const day = dayOf(message.time);
    // The first day's line shows once all messages before are there: a line that moved up would take the reader along.
    const startsDay = before ? dayOf(before.time) !== day : !hasOlder;
    const endsGroup = !next || next.isOwn !== message.isOwn || dayOf(next.time) !== day;
    return [
      ...(startsDay ? [{ type: 'day', key: `day ${day}`, time: message.time } as const] : []),
      ...(message === unreadFrom ? [{ type: 'unread', key: 'unread' } as const] : []),
      { type: 'message', key: message.id, message, endsGroup },
    ];
  });
}

/** Whether the newest message is the other person's and asks about a dish: one's own after it, sent or waiting, has answered it. */
export function isAskedAboutDish(messages: readonly ShownMessage[]): boolean {
  const newest = messages.at(-1);
  return newest !== undefined && !newest.isOwn && newest.post !== null;
}

function receivedMessage(
  { id, sequence, sender_id, content, created_at, post }: Message,
  { userId, otherReadSequence }: Pick<Shown, 'userId' | 'otherReadSequence'>,
): ShownMessage {
  const isOwn = sender_id === userId;
  const delivery = !isOwn ? 'received' : sequence <= otherReadSequence ? 'read' : 'sent';
  return { id, sequence, isOwn, content, time: created_at, post, delivery };
}

function outgoingMessage(entry: Outgoing, delivery: Delivery): ShownMessage {
  const { id, change, held } = entry;
  return {
    id: change.id,
    sequence: null,
    isOwn: true,
    content: change.content,
    time: shownTimeOf(entry),
    post: change.post,
    delivery,
    entryId: id,
    held,
  };
}
