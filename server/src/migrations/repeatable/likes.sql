-- Other features may read these columns of every like.
create view all_likes as
select post_id, user_id, visible, created_at from likes;

create function likes_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
  end if;
  new.visible := person_shows(new.user_id);
  return new;
end $$;
create trigger likes_derive before insert or update on likes
  for each row execute function likes_derive();

create function likes_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.visible then
    update posts set likes_count = likes_count - 1 where id = old.post_id;
  end if;
  if tg_op <> 'DELETE' and new.visible then
    update posts set likes_count = likes_count + 1 where id = new.post_id;
  end if;
  return null;
end $$;
create trigger likes_count after insert or delete on likes for each row execute function likes_count();
create trigger likes_recount after update on likes
  for each row when (old.visible <> new.visible) execute function likes_count();
