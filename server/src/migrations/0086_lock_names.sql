-- hold_person() and hold_post() get the names of what they do.

alter function hold_person(uuid) rename to lock_person;
alter function hold_post(uuid, uuid) rename to lock_post;

create or replace function lock_post(doer uuid, post uuid) returns setof posts language plpgsql as $$
begin
  if lock_person(doer) then
    return query select * from posts where id = post for no key update;
  end if;
end $$;

create or replace function likes_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
  end if;
  new.visible := person_shows(new.user_id);
  return new;
end $$;

create or replace function post_comments_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
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
    perform lock_person(new.user_id);
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
