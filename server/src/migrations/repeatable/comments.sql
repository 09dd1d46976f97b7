-- Other features may read these columns of every comment.
create view all_comments as
select id, post_id, user_id, parent_id, content, is_removed, visible, created_at from post_comments;

create function post_comments_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
  end if;
  new.visible := not new.is_removed and person_shows(new.user_id);
  if new.visible and new.parent_id is not null then
    select visible into new.visible from post_comments where id = new.parent_id for share;
  end if;
  return new;
end $$;
-- Not when the account of who is mentioned goes: the author's may be gone with it already.
create trigger post_comments_derive before insert or update of user_id, parent_id, is_removed, visible on post_comments
  for each row execute function post_comments_derive();

create function comments_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.visible then
    update posts set comments_count = comments_count - 1 where id = old.post_id;
  end if;
  if tg_op <> 'DELETE' and new.visible then
    update posts set comments_count = comments_count + 1 where id = new.post_id;
  end if;
  return null;
end $$;
create trigger comments_count after insert or delete on post_comments for each row execute function comments_count();
create trigger comments_recount after update on post_comments
  for each row when (old.visible <> new.visible) execute function comments_count();

create trigger post_comments_remember_deleted after delete on post_comments
  referencing old table as deleted for each statement execute function remember_deleted_ids();

-- Likes and comments of a person who begins or ceases to show. Its triggers fire before those of posts_follow_owner(), by their
-- names. It locks the person's own posts and the posts they liked or commented on in one order.
create function doings_follow_person() returns trigger language plpgsql as $$
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
create trigger doings_follow_profile after update of is_suspended, role on profiles
  for each row when ((old.is_suspended, old.role) is distinct from (new.is_suspended, new.role))
  execute function doings_follow_person();
create trigger doings_follow_warung after update of is_suspended on warungs
  for each row when (old.is_suspended <> new.is_suspended) execute function doings_follow_person();
