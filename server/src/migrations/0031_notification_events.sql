-- Notifications collapse (D56): unread notifications about one topic are one row for each recipient and type. Its events
-- are stored once, however many recipients they have, and the text ("X dan 2 lainnya …") is derived from them when the row
-- is read. So it stays exact when a comment is deleted or a like withdrawn, and a comment adds no row for each recipient.
create table notification_events (
  number bigint generated always as identity primary key,
  -- 'likes:<post>', 'comments:<post>' or 'sign-ups'
  topic text not null,
  actor_id uuid not null references profiles on delete cascade,
  -- author of the comment replied to: that person is notified of a reply, the others of a comment
  answered_id uuid references profiles on delete set null,
  post_id uuid references posts on delete cascade,
  comment_id uuid references post_comments on delete cascade,
  -- a like that was withdrawn after its notification was read: it no longer counts, and liking again notifies nobody (D35)
  withdrawn boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index notification_events_topic on notification_events (topic, number);
create index notification_events_actor on notification_events (actor_id);
create index notification_events_answered on notification_events (answered_id) where answered_id is not null;
create index notification_events_post on notification_events (post_id);
create index notification_events_comment on notification_events (comment_id);
create index notification_events_age on notification_events (created_at);
-- A liker notifies a post's owner once (D35).
create unique index notification_events_one_like on notification_events (post_id, actor_id) where comment_id is null;

insert into notification_events (topic, actor_id, post_id, created_at)
select 'likes:' || post_id, sender_id, post_id, created_at
from notifications where type = 'new_like' and post_id is not null and sender_id is not null;

drop index notifications_one_like;
drop index notifications_one_unread_chat;
alter table notifications
  -- null: derived from the events
  alter column content drop not null,
  -- what collapses with what; null: nothing
  add column topic text,
  add column first_event bigint,
  add column last_event bigint,
  add check (content is not null or (topic is not null and first_event is not null and last_event is not null));
-- Of two simultaneous events, the second conflicts with the first one's row and updates it.
create unique index notifications_one_unread on notifications (user_id, type, topic) where not is_read;
create index notifications_topic on notifications (topic) where topic is not null;

-- The events behind a notification.
create view notification_sources as
select n.id as notification_id, e.number, e.actor_id, e.comment_id
from notifications n
join notification_events e on e.topic = n.topic and e.number between n.first_event and n.last_event
where not e.withdrawn
  and e.actor_id <> n.user_id
  and (e.answered_id is not distinct from n.user_id) = (n.type = 'new_reply');

-- A notification is deleted with the last event behind it.
create function notifications_follow_events() returns trigger language plpgsql as $$
begin
  -- locked by a statement before the delete, which then sees what the transactions it waited for have committed
  perform 1 from notifications n
    where topic in (select topic from gone)
      and exists (select from gone where gone.topic = n.topic and gone.number between n.first_event and n.last_event)
    order by user_id, id for update;
  delete from notifications n
    where topic in (select topic from gone)
      and exists (select from gone where gone.topic = n.topic and gone.number between n.first_event and n.last_event)
      and not exists (select from notification_sources where notification_id = n.id);
  return null;
end $$;
create trigger notifications_follow_deleted after delete on notification_events
  referencing old table as gone for each statement execute function notifications_follow_events();
create trigger notifications_follow_withdrawn after update on notification_events
  referencing old table as gone for each statement execute function notifications_follow_events();

-- Deleting a comment or a person locks the notifications that change with it first, by recipient and id (ARCHITECTURE.md,
-- Lock order); from now on also those derived from their events.
create or replace function post_comments_lock_notifications() returns trigger language plpgsql as $$
begin
  perform 1 from notifications where id in (
    select id from notifications
      where comment_id = old.id or comment_id in (select id from post_comments where parent_id = old.id)
    union select n.id from notification_events e
      join notifications n on n.topic = e.topic and e.number between n.first_event and n.last_event
      where e.comment_id = old.id or e.comment_id in (select id from post_comments where parent_id = old.id)
  ) order by user_id, id for update;
  return old;
end $$;

create or replace function lock_person_to_delete(person uuid) returns void language plpgsql as $$
begin
  perform 1 from profiles where id = person for no key update;
  perform 1 from warungs where id = person for no key update;
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
