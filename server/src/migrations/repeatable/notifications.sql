-- The events behind a notification. One that was taken back is behind those of whom it is kept for (D128).
create view notification_sources as
select n.id as notification_id, n.user_id, e.number, e.actor_id, e.post_id, e.comment_id, e.answered_id, e.what, e.created_at,
  n.type
from notifications n
join notification_events e on e.topic = n.topic and e.number between n.first_event and n.last_event
where (not e.withdrawn or n.user_id = any (e.kept_for))
  and e.actor_id <> n.user_id
  and (e.answered_id is not distinct from n.user_id) = (n.type = 'new_reply');

-- What of these its recipient is shown: nothing of suspended people, no comment and no dish that is hidden, and about a post nothing of, or in answer
-- to, somebody whom the recipient has blocked, or who had blocked the recipient before (D11, D74). The comment is left out while the
-- recipient does not see it (D128).
create view shown_sources as
select s.notification_id, s.number, s.actor_id, s.what,
  case when not is_blocked(s.user_id, s.actor_id) and not is_blocked(s.user_id, s.answered_id) then s.comment_id end as comment_id,
  s.post_id
from notification_sources s
join visible_people p on p.id = s.actor_id
where not exists (select from all_comments c where c.id = s.comment_id and not c.visible)
  and (s.type <> 'dish_back' or exists (select from all_posts p where p.id = s.post_id and p.visible))
  and (s.post_id is null or not exists (
    select from all_blocks b where b.blocker_id = s.user_id and b.blocked_id in (s.actor_id, s.answered_id)
      or b.blocker_id in (s.actor_id, s.answered_id) and b.blocked_id = s.user_id
        and b.created_at not between s.created_at and now() + interval '1 minute'));

-- What people are shown and what is counted: nothing about a hidden post, nor what only somebody has caused who is not to be seen (D129).
create view shown_notifications as
select n.* from notifications n
where case
  when n.type = 'new_message' then exists (select from visible_people where id = n.sender_id)
  when n.content is null and n.post_id is not null then
    exists (select from all_posts where id = n.post_id and visible)
    and exists (select from shown_sources where notification_id = n.id)
  when n.content is null and n.type = 'dish_back' then exists (select from shown_sources where notification_id = n.id)
  else true end;

create view unread_notifications as
select id, user_id, type, post_id, case when type = 'dish_back' then split_part(topic, ':', 2)::uuid end as stall_id
from shown_notifications where not is_read;

-- A notification is deleted with the last event behind it that shows. What does not because of a block is none: its end would be noticed. A
-- block by the other person hides only what came after it (D74), and everything where a clock that was ahead has dated it (D110).
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
      and not exists (
        select from notification_sources s
          where s.notification_id = n.id and (n.post_id is null or not exists (
            select from blocks b where b.blocker_id = n.user_id and b.blocked_id in (s.actor_id, s.answered_id)
              or b.blocker_id in (s.actor_id, s.answered_id) and b.blocked_id = n.user_id
                and b.created_at not between s.created_at and now() + interval '1 minute')));
  return null;
end $$;
create trigger notifications_follow_deleted after delete on notification_events
  referencing old table as gone for each statement execute function notifications_follow_events();
create trigger notifications_follow_withdrawn after update on notification_events
  referencing old table as gone for each statement execute function notifications_follow_events();

-- Deleting a post or a comment locks the notifications that go or change with it by recipient and id (ARCHITECTURE.md, Lock
-- order), before foreign keys delete them in an arbitrary order.
create function posts_lock_notifications() returns trigger language plpgsql as $$
begin
  perform 1 from notifications where id in (
    select id from notifications where post_id = old.id
    union select n.id from notification_events e
      join notifications n on n.topic = e.topic and e.number between n.first_event and n.last_event
      where e.post_id = old.id
  ) order by user_id, id for update;
  return old;
end $$;
create trigger posts_lock_notifications before delete on posts
  for each row execute function posts_lock_notifications();

create function post_comments_lock_notifications() returns trigger language plpgsql as $$
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
create trigger post_comments_lock_notifications before delete on post_comments
  for each row execute function post_comments_lock_notifications();

-- A text that names somebody to others loses the name with the account (D130).
create function profiles_leave_notifications() returns trigger language plpgsql as $$
begin
  update notifications set content = nameless, names = null, nameless = null where names @> array[old.id];
  -- The topics of dishes have the id of whoever was told.
  delete from notification_events where topic like 'dishes:%' and split_part(topic, ':', 3) = old.id::text;
  return null;
end $$;
create trigger profiles_leave_notifications after delete on profiles
  for each row execute function profiles_leave_notifications();
