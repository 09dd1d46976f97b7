import type { CallOutput } from '@lapau/contract/calls';
import type { Row } from '../../shared/table.ts';
import { cookieOf, longestConversation, people } from '../data/data.ts';
import { send } from '../load/wrk.ts';
import type { Bench } from './bench.ts';
import { measureCalls, timed } from './calls.ts';

/** Measures a very long conversation, and the list of a person who has very many conversations. */
export async function measureTalk(bench: Bench): Promise<Row[]> {
  const { sizes } = bench;
  const { reader, talker } = people(sizes);
  const conversation_id = longestConversation(sizes);
  const middle = sizes.messages / 2;
  const list = JSON.parse(
    await send(bench.lapau.url, {
      path: '/rpc/get_user_conversations',
      cookie: cookieOf(talker),
      body: { limit: 50 },
    }),
  ) as CallOutput<'get_user_conversations'>;
  const last = list.at(-1);
  if (!last) throw new Error('the talker has no conversations');
  const of = `of ${sizes.messages} messages`;
  return [
    ...(await measureCalls(bench, reader, [
      timed(`a conversation ${of}: what is known of it`, 'get_conversation_details', {
        p_conversation_id: conversation_id,
      }),
      timed(`a conversation ${of}: the newest`, 'get_messages', { conversation_id }),
      timed(`a conversation ${of}: around the first unread`, 'get_messages', { conversation_id, around: middle }),
      timed(`a conversation ${of}: older ones`, 'get_messages', { conversation_id, before: middle }),
      timed(`a conversation ${of}: the oldest`, 'get_messages', { conversation_id, before: 61 }),
      timed(`a conversation ${of}: nothing missed`, 'sync_messages', {
        conversation_id,
        after_sequence: sizes.messages,
      }),
    ])),
    ...(await measureCalls(bench, talker, [
      timed(`list of ${sizes.conversations} conversations`, 'get_user_conversations', {}),
      timed(`list of ${sizes.conversations} conversations, further down`, 'get_user_conversations', {
        before: { created_at: last.active_at, id: last.id },
      }),
      timed(`messages unread in ${sizes.conversations} conversations`, 'get_unread_messages', {}),
    ])),
  ];
}
