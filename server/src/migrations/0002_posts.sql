-- Posts and what people do with them. Counters and visibility live on the rows, kept exact by triggers:
-- a page of the feed is one index scan that neither counts nor filters.
create table posts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  idempotency_key uuid,
  food_name text not null check (char_length(food_name) between 1 and 120),
  price text not null default '' check (char_length(price) <= 60),
  description text not null default '' check (char_length(description) <= 2000),
  images text[] not null default '{}' check (cardinality(images) <= 5),
  placeholders text[] not null default '{}' check (cardinality(placeholders) = cardinality(images)),
  is_open boolean not null default true,
  is_admin_post boolean not null default false,
  seller_name text not null default '' check (char_length(seller_name) <= 80),
  location text not null default '' check (char_length(location) <= 120),
  phone_number text not null default '' check (char_length(phone_number) <= 25),
  whatsapp_number text not null default '' check (char_length(whatsapp_number) <= 25),
  link_url text check (char_length(link_url) <= 500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  -- Derived from the owner by posts_derive() and posts_follow_owner():
  visible boolean not null default true,
  nagari_key text not null default '',
  search_text text not null default ''
) with (fillfactor = 85);
create unique index posts_idempotency on posts (user_id, idempotency_key);
create index posts_feed on posts (created_at desc, id desc) where visible;
create index posts_feed_nagari on posts (nagari_key, created_at desc, id desc) where visible and not is_admin_post;
create index posts_foods on posts (created_at desc, id desc) where visible and is_open and not is_admin_post;
create index posts_menu on posts (user_id, created_at desc, id desc);
create index posts_search on posts using gin (search_text gin_trgm_ops);
create index posts_images on posts using gin (images);

-- What a post derives from its owner: hidden with a suspended person or stall and with a stall whose owner
-- sells no more (D9, D11), found by stall name and by nagari (D13).
create function posts_derive() returns trigger language plpgsql as $$
begin
  -- for share: a suspension under way is waited for, so that neither overlooks the other
  perform 1 from profiles where id = new.user_id for share;
  perform 1 from warungs where id = new.user_id for share;
  select
    not p.is_suspended and (new.is_admin_post or (w.id is not null and not w.is_suspended and p.role <> 'pembeli')),
    case when new.is_admin_post then '' else nagari_key(p.nagari) end,
    new.food_name || ' ' || case when new.is_admin_post then new.seller_name else coalesce(w.name, p.full_name) end
  into new.visible, new.nagari_key, new.search_text
  from profiles p left join warungs w on w.id = p.id
  where p.id = new.user_id;
  if not found then -- the account is being deleted, its posts are next
    return old;
  end if;
  return new;
end $$;
create trigger posts_derive before insert or update of food_name, seller_name, user_id, is_admin_post on posts
  for each row execute function posts_derive();

create function posts_follow_owner() returns trigger language plpgsql as $$
begin
  update posts set user_id = user_id where user_id = coalesce(new.id, old.id);
  return null;
end $$;
create trigger posts_follow_profile after update of nagari, is_suspended, role, full_name on profiles
  for each row when (
    (old.nagari, old.is_suspended, old.role, old.full_name) is distinct from
    (new.nagari, new.is_suspended, new.role, new.full_name)
  ) execute function posts_follow_owner();
create trigger posts_follow_warung after insert or update of name, is_suspended or delete on warungs
  for each row execute function posts_follow_owner();

create table likes (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  visible boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, post_id)
);
create index likes_post on likes (post_id);

create table saved_posts (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, post_id)
);
create index saved_posts_post on saved_posts (post_id);
create index saved_posts_newest on saved_posts (user_id, created_at desc, post_id desc);

create table post_comments (
  id uuid primary key default uuidv7(),
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  parent_id uuid references post_comments on delete cascade,
  idempotency_key uuid,
  content text not null check (char_length(content) between 1 and 1100),
  visible boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create unique index post_comments_idempotency on post_comments (user_id, idempotency_key);
create index post_comments_thread on post_comments (post_id, created_at, id);
create index post_comments_replies on post_comments (parent_id, created_at, id);

-- What people do does not show and does not count while they, or the stall they sell from, are suspended (D11).
create function person_shows(person uuid) returns boolean language plpgsql as $$
begin
  -- for share: as in posts_derive()
  perform 1 from profiles where id = person for share;
  perform 1 from warungs where id = person for share;
  return (
    select not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false))
    from profiles p left join warungs w on w.id = p.id
    where p.id = person
  );
end $$;

create function likes_derive() returns trigger language plpgsql as $$
begin
  new.visible := person_shows(new.user_id);
  return new;
end $$;
create trigger likes_derive before insert or update on likes
  for each row execute function likes_derive();

create function post_comments_derive() returns trigger language plpgsql as $$
begin
  new.visible := person_shows(new.user_id);
  if new.visible and new.parent_id is not null then
    select visible into new.visible from post_comments where id = new.parent_id for share;
  end if;
  return new;
end $$;
create trigger post_comments_derive before insert or update on post_comments
  for each row execute function post_comments_derive();

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

create function doings_follow_person() returns trigger language plpgsql as $$
begin
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

-- A report keeps what was reported and outlives it (D29, D54).
create table reports (
  id uuid primary key default uuidv7(),
  reporter_id uuid references profiles on delete set null,
  reported_post_id uuid references posts on delete set null,
  reported_comment_id uuid references post_comments on delete set null,
  reported_user_id uuid references profiles on delete set null,
  snapshot_food_name text not null default '',
  snapshot_images text[] not null default '{}',
  snapshot_owner_name text not null default '',
  snapshot_comment text,
  reason text not null check (char_length(reason) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'dismissed', 'resolved')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
-- A report of a comment stays one when the comment is gone: told by its snapshot, not by the reference.
create unique index reports_one_open_post on reports (reporter_id, reported_post_id)
  where status = 'pending' and snapshot_comment is null;
create unique index reports_one_open_comment on reports (reporter_id, reported_comment_id) where status = 'pending';
create index reports_pending on reports (created_at desc, id desc) where status = 'pending';
create index reports_post on reports (reported_post_id);
create index reports_comment on reports (reported_comment_id);
create index reports_user on reports (reported_user_id);
create index reports_reporter on reports (reporter_id);
create index reports_images on reports using gin (snapshot_images);
