import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const chatChecks: Check[] = [
  {
    wrong: 'conversations whose numbers of unread messages are other ones',
    rows: sql`
      select c.id as key from conversations c
      left join lateral (
        select count(*) filter (where m.sequence > c.user1_read_sequence and m.sender_id is distinct from c.user1_id) as of1,
          count(*) filter (where m.sequence > c.user2_read_sequence and m.sender_id is distinct from c.user2_id) as of2
        from messages m where m.conversation_id = c.id
      ) as unread on true
      where (c.user1_unread, c.user2_unread) is distinct from (unread.of1, unread.of2)`,
  },
  {
    wrong: 'conversations with a message or deletion beyond their last number',
    rows: sql`
      select c.id as key from conversations c
      where c.last_sequence < greatest(
        (select coalesce(max(sequence), 0) from messages where conversation_id = c.id),
        (select coalesce(max(sequence), 0) from message_deletions where conversation_id = c.id))`,
  },
];
