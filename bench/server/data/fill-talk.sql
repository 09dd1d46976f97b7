-- Adds a person who talks to very many others, and two who have talked to each other for years; data.ts says who they are.
-- It runs after fill.sql in the same session, and uses its functions. Sizes come from bench.conversations and bench.messages.
select setseed(0.6);

insert into conversations (id, user1_id, user2_id, created_by, active_at)
select pg_temp.conversation(pg_temp.size('members') + n), pg_temp.member(pg_temp.size('members') - 3),
  pg_temp.member(pg_temp.size('stalls') + n), pg_temp.member(pg_temp.size('stalls') + n), '2025-01-01'
from generate_series(1, pg_temp.size('conversations')) n;
insert into messages (id, conversation_id, sender_id, content, created_at)
select gen_random_uuid(), pg_temp.conversation(pg_temp.size('members') + n),
  case when said = 2 then pg_temp.member(pg_temp.size('members') - 3) else pg_temp.member(pg_temp.size('stalls') + n) end,
  pg_temp.pick(remark, random()), timestamptz '2025-02-01' + n * interval '1 hour' + said * interval '1 minute'
from generate_series(1, pg_temp.size('conversations')) n, generate_series(1, 3) said, words order by n, said;

-- The first of the two has read half of it. The messages come numbered, or triggers would count up one row ten thousand times.
insert into conversations (id, user1_id, user2_id, created_by, active_at, last_sequence, user1_read_sequence, user2_read_sequence,
  user1_unread)
select pg_temp.conversation(pg_temp.size('members') + pg_temp.size('conversations') + 1), pg_temp.member(pg_temp.size('stalls') + 1),
  pg_temp.member(pg_temp.size('stalls') + 2), pg_temp.member(pg_temp.size('stalls') + 1), '2026-01-01', size, size / 2, size, size / 4
from pg_temp.size('messages') size;
alter table messages disable trigger messages_number;
insert into messages (id, conversation_id, sender_id, content, created_at, sequence)
select gen_random_uuid(), pg_temp.conversation(pg_temp.size('members') + pg_temp.size('conversations') + 1),
  pg_temp.member(pg_temp.size('stalls') + 1 + n % 2),
  pg_temp.pick(remark, random()) || case when n % 5 = 0 then ' ' || pg_temp.pick(sentence, random()) else '' end,
  timestamptz '2026-01-01' - (pg_temp.size('messages') - n) * interval '20 minutes', n
from generate_series(1, pg_temp.size('messages')) n, words;
alter table messages enable trigger messages_number;
