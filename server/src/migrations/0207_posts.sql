-- Counters and visibility live on the rows, kept exact by triggers: a page of the feed is one index scan that neither counts nor
-- filters. Free space in the table's pages keeps most changes of counters out of the indexes.
create table posts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  food_name text not null check (char_length(food_name) between 1 and 120),
  price text not null default '' check (char_length(price) <= 60),
  description text not null default '' check (char_length(description) <= 2000),
  images text[] not null default '{}' check (cardinality(images) <= 5),
  placeholders text[] not null default '{}' check (cardinality(placeholders) = cardinality(images)),
  is_open boolean not null default true,
  -- sold out until then: past it, the dish reads as open for everybody, though is_open is still false
  reopens_at timestamptz(3) constraint posts_reopens_check check (reopens_at is null or not is_open),
  -- when the cook chose that state: an older choice, sent late by a phone without signal, changes nothing
  open_set_at timestamptz(3) not null default now(),
  -- grows with every edit of the form's fields
  version int not null default 1,
  -- set by the first renewal, which changes created_at
  first_posted_at timestamptz(3),
  is_admin_post boolean not null default false,
  -- hidden from everybody by a decision, until it is deleted or the decision undone
  is_removed boolean not null default false,
  -- typed for admin posts; the others show the stall's
  seller_name text not null default '' check (char_length(seller_name) <= 80),
  location text not null default '' check (char_length(location) <= 120),
  phone_number text not null default '' check (char_length(phone_number) <= 25),
  whatsapp_number text not null default '' check (char_length(whatsapp_number) <= 25),
  link_url text check (char_length(link_url) <= 500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  -- derived from the owner by posts_derive() and posts_follow_owner()
  visible boolean not null default true,
  nagari_key text not null default '',
  -- In small letters and compared by bytes: a search that no trigram helps (fewer than three letters) reads every post, in a
  -- fifth of the time that `ilike` takes.
  search_text text collate "C" not null default ''
) with (fillfactor = 85);
create index posts_feed on posts (created_at desc, id desc) where visible;
-- The nagari filter counts all posts and those that are not sold out: with is_open here it reads the index alone.
create index posts_feed_nagari on posts (nagari_key, created_at desc, id desc) include (is_open)
  where visible and not is_admin_post;
create index posts_foods on posts (created_at desc, id desc)
  where visible and not is_admin_post and (is_open or reopens_at is not null);
create index posts_menu on posts (user_id, created_at desc, id desc);
create index posts_reopening on posts (reopens_at) where reopens_at is not null;
create index posts_search on posts using gin (search_text gin_trgm_ops);
create index posts_images on posts using gin (images);

-- One change of several dishes, to be undone within seconds.
create table availability_changes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  -- the open_set_at that the change gave the dishes: one that has another by now was changed since
  set_at timestamptz(3) not null,
  -- a list of {id, is_open, reopens_at, open_set_at}, as they were before
  posts_before jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index availability_changes_user on availability_changes (user_id);
