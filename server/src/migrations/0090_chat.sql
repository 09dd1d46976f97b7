-- Conversations: one numbering for messages and deletions, read pointers, counts of what is unread, blocks, reported messages.

-- Everything that happens in a conversation gets its next number under the lock of its row, so that numbers become visible
-- in order (D72). The counts of unread messages live on the row too, kept exact by triggers and by what moves a pointer.
alter table conversations
  add column created_by uuid references profiles on delete set null,
  -- when the last message was sent, or the conversation opened
  add column active_at timestamptz(3) not null default now(),
  add column last_sequence int not null default 0,
  add column user1_read_sequence int not null default 0,
  add column user2_read_sequence int not null default 0,
  add column user1_unread int not null default 0 check (user1_unread >= 0),
  add column user2_unread int not null default 0 check (user2_unread >= 0);

alter table messages
  add column sequence int,
  -- the dish that the message asks about, with its name and price at that time
  add column post_id uuid references posts on delete set null,
  add column post_food_name text,
  add column post_price text;

update messages m set sequence = numbered.sequence
from (select id, row_number() over (partition by conversation_id order by position) as sequence from messages) numbered
where numbered.id = m.id;
update conversations c set
  created_by = coalesce((select sender_id from messages where conversation_id = c.id order by sequence limit 1), user1_id),
  active_at = coalesce(last_message_at, created_at),
  last_sequence = (select count(*) from messages where conversation_id = c.id),
  user1_read_sequence = (select coalesce(max(sequence), 0) from messages where conversation_id = c.id and is_read and sender_id is distinct from c.user1_id),
  user2_read_sequence = (select coalesce(max(sequence), 0) from messages where conversation_id = c.id and is_read and sender_id is distinct from c.user2_id);
update conversations c set
  user1_unread = (select count(*) from messages where conversation_id = c.id and sequence > user1_read_sequence and sender_id is distinct from c.user1_id),
  user2_unread = (select count(*) from messages where conversation_id = c.id and sequence > user2_read_sequence and sender_id is distinct from c.user2_id);

alter table messages alter column sequence set not null, drop column position, drop column is_read;
create unique index messages_sequence on messages (conversation_id, sequence);
create index messages_post on messages (post_id) where post_id is not null;

drop index conversations_user1;
drop index conversations_user2;
alter table conversations drop column last_message_at;
create index conversations_user1 on conversations (user1_id, active_at desc, id desc);
create index conversations_user2 on conversations (user2_id, active_at desc, id desc);
create index conversations_user1_unread on conversations (user1_id) where user1_unread > 0;
create index conversations_user2_unread on conversations (user2_id) where user2_unread > 0;
create index conversations_opened on conversations (created_by, created_at);

-- Deleted messages: a page that missed the signal learns of them, and an id that was deleted is never a message again (D59).
create table message_deletions (
  conversation_id uuid not null references conversations on delete cascade,
  sequence int not null,
  message_id uuid not null unique,
  primary key (conversation_id, sequence)
);

create function messages_number() returns trigger language plpgsql as $$
begin
  update conversations set
    last_sequence = last_sequence + 1,
    active_at = greatest(active_at, new.created_at),
    user1_unread = user1_unread + (new.sender_id is distinct from user1_id)::int,
    user2_unread = user2_unread + (new.sender_id is distinct from user2_id)::int
  where id = new.conversation_id
  returning last_sequence into new.sequence;
  return new;
end $$;
create trigger messages_number before insert on messages for each row execute function messages_number();

create function messages_note_deletion() returns trigger language plpgsql as $$
declare
  number int;
begin
  update conversations set
    last_sequence = last_sequence + 1,
    user1_unread = user1_unread - (old.sequence > user1_read_sequence and old.sender_id is distinct from user1_id)::int,
    user2_unread = user2_unread - (old.sequence > user2_read_sequence and old.sender_id is distinct from user2_id)::int
  where id = old.conversation_id
  returning last_sequence into number;
  if found then -- else the conversation goes, and its messages with it
    insert into message_deletions (conversation_id, sequence, message_id) values (old.conversation_id, number, old.id);
  end if;
  return null;
end $$;
create trigger messages_note_deletion after delete on messages for each row execute function messages_note_deletion();

-- A conversation goes with the second of its two accounts.
create function conversations_without_people() returns trigger language plpgsql as $$
begin
  delete from conversations where id = new.id;
  return null;
end $$;
create trigger conversations_without_people after update of user1_id, user2_id on conversations
  for each row when (new.user1_id is null and new.user2_id is null) execute function conversations_without_people();

-- A conversation as each of its two people has it.
create view conversation_sides as
select id, user1_id as user_id, user2_id as other_id, created_by, active_at, last_sequence,
  user1_read_sequence as read_sequence, user2_read_sequence as other_read_sequence, user1_unread as unread
from conversations
union all
select id, user2_id, user1_id, created_by, active_at, last_sequence,
  user2_read_sequence, user1_read_sequence, user2_unread
from conversations;

create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade check (blocked_id <> blocker_id),
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- Whether one of the two has blocked the other (D74).
create function is_blocked(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (
    select from blocks where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one)
  )
$$;

-- Whether a person can write to another. Who is blocked learns no more than that messages are refused, as for an account that
-- is suspended or deleted (D74).
create function writing_state(writer uuid, other uuid) returns text language sql stable as $$
  select case
    when exists (select from blocks where blocker_id = writer and blocked_id = other) then 'blocked_by_you'
    when (select count(*) from visible_people where id in (writer, other)) = 2
      and not exists (select from blocks where blocker_id = other and blocked_id = writer) then 'allowed'
    else 'refused' end
$$;

-- The first statement of every transaction that changes something in a conversation: its row guards its messages. No row
-- for somebody else's conversation, a missing one or a deleted account.
create function lock_conversation(doer uuid, conversation uuid) returns setof conversations language plpgsql as $$
begin
  if lock_person(doer) then
    return query select * from conversations
      where id = conversation and doer in (user1_id, user2_id) for no key update;
  end if;
end $$;

create or replace function lock_person_to_delete(person uuid) returns void language plpgsql as $$
begin
  perform 1 from profiles where id = person for no key update;
  perform 1 from warungs where id = person for no key update;
  perform 1 from conversations where person in (user1_id, user2_id) order by id for no key update;
  perform 1 from posts where id in (
    select id from posts where user_id = person
    union select post_id from likes where user_id = person
    union select post_id from saved_posts where user_id = person
    union select post_id from post_comments where user_id = person
    union select reported_post_id from reports where person in (reporter_id, reported_user_id)
  ) order by id for no key update;
  perform 1 from reports where person in (reporter_id, reported_user_id) order by id for update;
  perform 1 from notifications where id in (
    select id from notifications where user_id = person
    union select id from notifications where sender_id = person
    union select n.id from notifications n join posts p on p.id = n.post_id where p.user_id = person
    union select n.id from notifications n join post_comments c on c.id = n.comment_id where c.user_id = person
    union select n.id from notifications n join post_comments c on c.id = n.comment_id
      join post_comments parent on parent.id = c.parent_id where parent.user_id = person
    union select n.id from notification_events e
      join notifications n on n.topic = e.topic and e.number between n.first_event and n.last_event
      where e.actor_id = person or e.answered_id = person
        or e.comment_id in (select c.id from post_comments c join post_comments parent on parent.id = c.parent_id
          where parent.user_id = person)
  ) order by user_id, id for update;
end $$;

-- A notification of messages is derived from its sender and needs no events: a conversation has one at most that is unread.
alter table notifications drop constraint notifications_check;
alter table notifications add constraint notifications_check check (
  content is not null or type = 'new_message'
  or (topic is not null and first_event is not null and last_event is not null)
);

-- A report of a message stores it and the five before it as they are (D73).
alter table reports add column reported_message_id uuid references messages on delete set null;
create index reports_message on reports (reported_message_id) where reported_message_id is not null;
create unique index reports_one_open_message on reports (reporter_id, reported_message_id) where status = 'pending';
create table reported_messages (
  report_id uuid not null references reports on delete cascade,
  sequence int not null,
  sender_id uuid references profiles on delete set null,
  sender_name text not null,
  content text not null,
  sent_at timestamptz(3) not null,
  is_reported boolean not null,
  primary key (report_id, sequence)
);
create index reported_messages_sender on reported_messages (sender_id) where sender_id is not null;

-- Also whether they appear by their stall's name, and as an admin.
create or replace view visible_people as
select p.id, coalesce(w.name, p.full_name) as name, p.nagari, coalesce(w.avatar_url, p.avatar_url) as avatar_url,
  w.id is not null as is_warung, p.role = 'admin' as is_admin
from profiles p
left join warungs w on w.id = p.id and p.role <> 'pembeli'
where not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false));
