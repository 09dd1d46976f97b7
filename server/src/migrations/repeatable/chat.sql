-- Other features may read these columns of every message.
create view all_messages as
select id, conversation_id, sequence, sender_id, content, post_id, created_at from messages;

create view all_blocks as
select blocker_id, blocked_id, created_at from blocks;

-- A conversation as each of its two people has it, with what each is shown of how far the other has read.
create view conversation_sides as
select id, user1_id as user_id, user2_id as other_id, created_by, active_at, last_sequence,
  user1_read_sequence as read_sequence, coalesce(user2_shown_read_sequence, user2_read_sequence) as other_read_sequence,
  user1_unread as unread
from conversations
union all
select id, user2_id, user1_id, created_by, active_at, last_sequence,
  user2_read_sequence, coalesce(user1_shown_read_sequence, user1_read_sequence), user2_unread
from conversations;

-- Whether one of the two has blocked the other.
create function is_blocked(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (
    select from blocks where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one)
  )
$$;

-- Whether a person can write to another. Who is blocked learns no more than that messages are refused, as for an account that
-- is suspended or deleted.
create function writing_state(writer uuid, other uuid) returns text language sql stable as $$
  select case
    when exists (select from blocks where blocker_id = writer and blocked_id = other) then 'blocked_by_you'
    when (select count(*) from visible_people where id in (writer, other)) = 2
      and not exists (select from blocks where blocker_id = other and blocked_id = writer) then 'allowed'
    else 'refused' end
$$;

-- The first statement of every transaction that changes something in a conversation: its row guards its messages. No row
-- for a missing conversation or a deleted account.
create function lock_conversation(doer uuid, conversation uuid) returns setof conversations language plpgsql as $$
begin
  if lock_person(doer) then
    return query select * from conversations
      where id = conversation for no key update;
  end if;
end $$;

-- Who reads on while one of the two has blocked the other shows as having read what they had before, until they read on without a block.
create function conversations_hide_reads() returns trigger language plpgsql as $$
declare
  hides boolean := is_blocked(new.user1_id, new.user2_id);
begin
  if new.user1_read_sequence <> old.user1_read_sequence then
    new.user1_shown_read_sequence := case when hides then coalesce(old.user1_shown_read_sequence, old.user1_read_sequence) end;
  end if;
  if new.user2_read_sequence <> old.user2_read_sequence then
    new.user2_shown_read_sequence := case when hides then coalesce(old.user2_shown_read_sequence, old.user2_read_sequence) end;
  end if;
  return new;
end $$;
create trigger conversations_hide_reads before update of user1_read_sequence, user2_read_sequence on conversations
  for each row execute function conversations_hide_reads();

create function messages_number() returns trigger language plpgsql as $$
begin
  update conversations set
    last_sequence = last_sequence + 1,
    -- a time that a clock which was ahead has noted gives way (D110)
    active_at = greatest(case when active_at <= now() + interval '1 minute' then active_at end, new.created_at),
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
