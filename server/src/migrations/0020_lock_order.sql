-- One lock order for every transaction about people and posts, so that no two of them deadlock (ARCHITECTURE.md, Lock
-- order): the person and their stall, then posts by id, then rows that belong to a post.

-- Locks a person and their stall. FOR SHARE waits for a suspension under way, so that neither transaction misses the
-- other's rows. False for a deleted account.
create function hold_person(person uuid) returns boolean language plpgsql as $$
begin
  perform 1 from profiles where id = person for share;
  if not found then
    return false;
  end if;
  perform 1 from warungs where id = person for share;
  return true;
end $$;

-- The first statement of every transaction that changes something about a post: locking its row until the transaction ends
-- also guards its counters, likes, saves, comments and reports. No row for a missing post or a deleted account.
create function hold_post(doer uuid, post uuid) returns setof posts language plpgsql as $$
begin
  if hold_person(doer) then
    return query select * from posts where id = post for no key update;
  end if;
end $$;

-- The triggers that derive a row's visibility lock its author when it is inserted. On an update they must not: the post is
-- locked already, so that would be the wrong order. A transaction that changes the author waits for the post instead, and
-- derives the row again.
create or replace function person_shows(person uuid) returns boolean language plpgsql as $$
begin
  return (
    select not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false))
    from profiles p left join warungs w on w.id = p.id
    where p.id = person
  );
end $$;

create or replace function likes_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform hold_person(new.user_id);
  end if;
  new.visible := person_shows(new.user_id);
  return new;
end $$;

create or replace function post_comments_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform hold_person(new.user_id);
  end if;
  new.visible := person_shows(new.user_id);
  if new.visible and new.parent_id is not null then
    select visible into new.visible from post_comments where id = new.parent_id for share;
  end if;
  return new;
end $$;

create or replace function posts_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform hold_person(new.user_id);
  end if;
  select
    not p.is_suspended and (new.is_admin_post or (w.id is not null and not w.is_suspended and p.role <> 'pembeli')),
    case when new.is_admin_post then '' else nagari_key(p.nagari) end,
    lower(new.food_name || ' ' || case when new.is_admin_post then new.seller_name else coalesce(w.name, p.full_name) end)
  into new.visible, new.nagari_key, new.search_text
  from profiles p left join warungs w on w.id = p.id
  where p.id = new.user_id;
  if not found then -- the account is being deleted, and its posts with it
    return old;
  end if;
  return new;
end $$;

create or replace function posts_follow_owner() returns trigger language plpgsql as $$
declare
  owner uuid := coalesce(new.id, old.id);
begin
  perform 1 from posts where user_id = owner order by id for no key update;
  -- food_name fires posts_derive() and is in no unique index; updating a column that is in one would block foreign keys
  update posts set food_name = food_name where user_id = owner;
  return null;
end $$;

-- Its triggers fire before those of posts_follow_owner(), by their names. It locks the person's own posts and the posts they
-- liked or commented on in one order.
create or replace function doings_follow_person() returns trigger language plpgsql as $$
begin
  perform 1 from posts where id in (
    select id from posts where user_id = new.id
    union select post_id from likes where user_id = new.id
    union select post_id from post_comments where user_id = new.id
  ) order by id for no key update;
  update likes set visible = visible where user_id = new.id;
  update post_comments set visible = visible where user_id = new.id;
  update post_comments set visible = visible
    where parent_id in (select id from post_comments where user_id = new.id);
  return null;
end $$;

-- Called before a person is deleted: locks every row that is deleted or changed with them. The person's row is locked
-- against the person's own actions (NO KEY UPDATE), not against foreign keys, which other transactions check last.
create function lock_person_to_delete(person uuid) returns void language plpgsql as $$
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
  ) order by user_id, id for update;
end $$;

-- Locks notifications by recipient and id before foreign keys delete them in an arbitrary order.
create function posts_lock_notifications() returns trigger language plpgsql as $$
begin
  perform 1 from notifications where post_id = old.id order by user_id, id for update;
  return old;
end $$;
create trigger posts_lock_notifications before delete on posts
  for each row execute function posts_lock_notifications();

create function post_comments_lock_notifications() returns trigger language plpgsql as $$
begin
  perform 1 from notifications
    where comment_id = old.id or comment_id in (select id from post_comments where parent_id = old.id)
    order by user_id, id for update;
  return old;
end $$;
create trigger post_comments_lock_notifications before delete on post_comments
  for each row execute function post_comments_lock_notifications();
