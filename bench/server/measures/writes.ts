import { runInRounds, median, medianRatio } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { conversationId, conversationIdSql, cookieOf, memberIdSql, postId, postIdSql } from '../data/data.ts';
import { pgbench } from '../load/pgbench.ts';
import { load } from '../load/wrk.ts';
import type { LoadRequest } from '../load/wrk.ts';
import { readers } from './bench.ts';
import type { Bench } from './bench.ts';

const connections = 16;
const content = 'Lamak bana! Besok ada lagi?';

/** Measures writing calls, beside pgbench, which runs the statements of the same transaction. */
export async function measureWrites(bench: Bench): Promise<Row[]> {
  const { posts } = bench.sizes;
  const random = (size: number) => 1 + Math.floor(Math.random() * size);
  const like = (): LoadRequest => ({
    path: '/rpc/toggle_like',
    cookie: cookieOf(random(readers)),
    body: { post_id_to_toggle: postId(random(posts)), liked: true },
  });
  const comment = (): LoadRequest => ({
    path: '/rpc/add_comment',
    cookie: cookieOf(random(readers)),
    body: {
      id: crypto.randomUUID(),
      post_id_to_comment_on: postId(random(posts)),
      comment_content: content,
    },
  });
  const message = (): LoadRequest => {
    const sender = random(readers);
    return {
      path: '/rpc/send_message',
      cookie: cookieOf(sender),
      body: { id: crypto.randomUUID(), p_conversation_id: conversationId(sender), p_content: content },
    };
  };
  return [
    await measure(bench, 'toggle_like', like, likeScript(posts)),
    await measure(bench, 'add_comment', comment, commentScript(posts)),
    await measure(bench, 'send_message', message, messageScript),
    {
      what: 'an insert into likes with its triggers, pgbench',
      measured: perSecond(
        await pgbench(bench.databaseUrl, insertScript(posts), { connections, seconds: bench.seconds }),
      ),
    },
  ];
}

async function measure(bench: Bench, call: string, make: () => LoadRequest, script: string): Promise<Row> {
  const { lapau, databaseUrl, rounds, seconds } = bench;
  // These are more than can be sent in a turn, so that each request writes something new.
  const requests = () => Array.from({ length: seconds * 6_000 }, make);
  const options = { connections, seconds };
  const turns = await runInRounds(rounds, {
    lapau: () => load(lapau.url, requests(), options),
    pgbench: () => pgbench(databaseUrl, script, options),
  });
  const rates = turns.lapau.map(({ rate }) => rate);
  const ratio = medianRatio(rates, turns.pgbench);
  return {
    what: call,
    measured: `${perSecond(median(rates))}, p99 ${milliseconds(median(turns.lapau.map(({ p99 }) => p99)))}`,
    against: `same transaction in pgbench ${perSecond(median(turns.pgbench))}`,
    ratio,
    budget: '>= 0.5',
    isMet: ratio >= 0.5,
  };
}

// The statements are written out, not imported: the product fills them from the answers of earlier ones, which pgbench can do
// only with variables of its own. Whoever changes the statements of a rule named below changes them here too.

const draw = (posts: number) => `\\set reader random(1, ${readers})\n\\set post random(1, ${posts})`;
const reader = memberIdSql(':reader::int');
const post = postIdSql(':post::int');

const insertScript = (posts: number) => `${draw(posts)}
insert into likes (user_id, post_id) values (${reader}, ${post}) on conflict do nothing;
`;

const lockPost = `select user_id, food_name, images, seller_name, is_admin_post, visible
  from lock_post(${reader}, ${post}) \\gset post_`;
/** Writes the event of a comment or like and the unread row of each recipient, and reads each recipient's unread count. */
const notify = (what: string, recipients: string, type: string, comment: string) => `with event as (
    insert into notification_events (topic, actor_id, post_id, comment_id)
    values ('${what}:' || ${post}, ${reader}, ${post}, ${comment}) on conflict do nothing returning number, created_at
  ), notified as (
    insert into notifications as n (user_id, type, topic, post_id, first_event, last_event, created_at)
    select id, '${type}', '${what}:' || ${post}, ${post}, number, number, created_at
    from event, (select distinct unnest(${recipients}) as id order by id) people
    on conflict (user_id, type, topic) where not is_read do update set
      first_event = least(n.first_event, excluded.first_event),
      last_event = greatest(n.last_event, excluded.last_event),
      created_at = greatest(n.created_at, excluded.created_at)
    returning id, user_id
  )
  select user_id, 1 + (
    select count(*) from unread_notifications n where n.user_id = notified.user_id and n.id <> notified.id
  ) as unread from notified;`;
/** Sends as many signals as the call does, each as long as Lapau's, several in one NOTIFY payload. */
const publish = (signals: string) =>
  `select pg_notify('bench_signals', repeat('x', least(7900, 70 + 110 * ${signals})) || n)
  from generate_series(1, 1 + ${signals} / 70) n;`;

/** Counts a request at so many limits, as platform/limits/stored-limits.ts does. */
const takeLimits = (keys: string) => `with asked as (
    select key, interval '1 millisecond' as cost from unnest(array[${keys}]) key
  ), taken as (
    insert into limit_counts as stored (key, full_at) select key, statement_timestamp() + cost from asked order by key
    on conflict (key) do update set
      full_at = greatest(stored.full_at, clock_timestamp()) + (excluded.full_at - statement_timestamp())
    returning key, full_at
  )
  select max(extract(epoch from full_at - clock_timestamp())) from taken join asked using (key);`;

/** Does what toggle_like does with a post not liked before: likes/rules.ts, notifications/rules.ts, transaction.ts. */
const likeScript = (posts: number) => `${draw(posts)}
begin;
${lockPost}
insert into likes (user_id, post_id) values (${reader}, ${post}) on conflict do nothing returning post_id;
${notify('likes', 'array[:post_user_id::uuid]', 'new_like', 'null::uuid')}
select likes_count from posts where id = ${post};
${publish('2')}
commit;
`;

/** Does what add_comment does at the top level: comments/rules.ts, notifications/rules.ts, transaction.ts. */
const commentScript = (posts: number) => `${draw(posts)}
begin;
${lockPost}
insert into post_comments (id, post_id, user_id, parent_id, content, created_at)
  select gen_random_uuid(), ${post}, ${reader}, null, '${content}', greatest(
    clock_timestamp(), (select max(created_at) + interval '1 millisecond' from post_comments where post_id = ${post}))
  where not exists (select from deleted_ids where id = ${reader})
  on conflict (id) do nothing returning id \\gset comment_
select array_agg(distinct user_id) || :post_user_id::uuid as ids, 1 + count(distinct user_id) as count from post_comments
  where post_id = ${post} and visible = true \\gset notified_
${takeLimits(`'a' || ${reader}, 'b' || ${reader} || ${post}, 'c' || ${post}, 'd' || ${post}`)}
${notify('comments', ':notified_ids::uuid[]', 'post_activity', ':comment_id::uuid')}
select c.id, c.content, c.created_at, coalesce(w.name, p.full_name), coalesce(w.avatar_url, p.avatar_url)
  from post_comments c join profiles p on p.id = c.user_id left join warungs w on w.id = p.id and p.role <> 'pembeli'
  where c.id = :comment_id::uuid;
${publish('(1 + :notified_count::int)')}
commit;
`;

/** Does what send_message does without a dish, before any answer: chat/rules.ts, notifications/rules.ts, transaction.ts. */
const messageScript = `\\set reader random(1, ${readers})
begin;
select id, case when user1_id = ${reader} then user2_id else user1_id end as other_id, last_sequence, user1_read_sequence
  from lock_conversation(${reader}, ${conversationIdSql(':reader::int')}) \\gset talk_
select writing_state(${reader}, :talk_other_id::uuid),
  exists (select from message_deletions where message_id = ${reader}) as is_deleted,
  (select content from messages where id = ${reader}) as stored;
insert into messages (id, conversation_id, sender_id, content, created_at)
  values (gen_random_uuid(), :talk_id::uuid, ${reader}, '${content}', clock_timestamp())
  on conflict (id) do nothing returning id \\gset message_
select json_build_object('id', m.id, 'sequence', m.sequence, 'content', m.content, 'created_at', m.created_at,
    'is_read', m.sequence <= s.read_sequence)
  from messages m join conversation_sides s on s.id = m.conversation_id and s.user_id = ${reader}
  left join posts o on o.id = m.post_id and o.visible
  left join warungs w on w.id = o.user_id and not o.is_admin_post
  where m.id = :message_id::uuid;
select pg_advisory_xact_lock(hashtextextended('counts of ' || :talk_other_id::text, 0));
${takeLimits(`'e' || ${reader}, 'f' || :talk_other_id::text, 'g' || :talk_other_id::text`)}
insert into notifications as n (user_id, type, topic, sender_id, conversation_id)
  values (:talk_other_id::uuid, 'new_message', 'messages:' || :talk_id::text, ${reader}, :talk_id::uuid)
  on conflict (user_id, type, topic) where not is_read do update set
    sender_id = excluded.sender_id, created_at = greatest(n.created_at, excluded.created_at);
select count(*) from unread_notifications where user_id = :talk_other_id::uuid;
select coalesce(sum(unread) filter (where id = :talk_id::uuid), 0)::int, coalesce(sum(unread), 0)::int,
    nextval('unread_count_versions')
  from conversation_sides where user_id = :talk_other_id::uuid and unread > 0;
${publish('8')}
commit;
`;
