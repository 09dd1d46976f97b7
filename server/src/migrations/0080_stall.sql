-- What a cook sets about the stall and its dishes.

alter table posts
  -- sold out until then: past it, the dish reads as open for everybody, though is_open is still false (D67)
  add reopens_at timestamptz(3),
  -- when the cook chose the present state: an older choice, sent late by a phone without signal, changes nothing
  add open_set_at timestamptz(3) not null default now(),
  -- grows with every edit of the form's fields (D70)
  add version int not null default 1,
  -- set by the first renewal, which changes created_at (D69)
  add first_posted_at timestamptz(3),
  add constraint posts_reopens_check check (reopens_at is null or not is_open);

alter table warungs
  add open_set_at timestamptz(3) not null default now(),
  -- when the cook last said that the stall is open: by opening it, by posting or by 'Masih buka' (D68)
  add confirmed_at timestamptz(3),
  add closes_nightly boolean not null default false,
  add version int not null default 1;

-- Whether a dish can be had, wherever it is read.
create function is_open_now(is_open boolean, reopens_at timestamptz) returns boolean language sql stable parallel safe as $$
  select is_open or coalesce(reopens_at <= now(), false)
$$;

drop index posts_foods;
create index posts_foods on posts (created_at desc, id desc)
  where visible and not is_admin_post and (is_open or reopens_at is not null);
create index posts_reopening on posts (reopens_at) where reopens_at is not null;
create index warungs_closing_nightly on warungs (confirmed_at) where closes_nightly and is_open;

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

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open'));

create or replace view feed_posts as
select
  p.id, p.user_id, p.created_at, p.visible,
  json_build_object(
    'id', p.id,
    'userId', p.user_id,
    'foodName', p.food_name,
    'price', p.price,
    'description', p.description,
    'images', array(select '/storage/posts/' || image from unnest(p.images) image),
    'placeholders', p.placeholders,
    'isOpen', is_open_now(p.is_open, p.reopens_at),
    'isAdminPost', p.is_admin_post,
    'warungName', case when p.is_admin_post then nullif(p.seller_name, '') else w.name end,
    'warungIsOpen', case when not p.is_admin_post then w.is_open end,
    'warungConfirmedAt', case when not p.is_admin_post then w.confirmed_at end,
    'sellerFullName', o.full_name,
    'sellerAvatarUrl', '/storage/avatars/' || case when p.is_admin_post then o.avatar_url else coalesce(w.avatar_url, o.avatar_url) end,
    -- an admin post stays one when its author loses the role (D12)
    'authorIsAdmin', p.is_admin_post or o.role = 'admin',
    'nagari', case when p.is_admin_post then '' else o.nagari end,
    'createdAt', p.created_at,
    'likes', p.likes_count,
    'comments', p.comments_count,
    -- read live from the stall, the post's own columns are the fallback (D21)
    'phoneNumber', coalesce(nullif(case when not p.is_admin_post then w.phone_number end, ''), p.phone_number),
    'whatsappNumber', coalesce(nullif(case when not p.is_admin_post then w.whatsapp_number end, ''), p.whatsapp_number),
    'linkUrl', p.link_url
  ) as shared
from posts p
join profiles o on o.id = p.user_id
left join warungs w on w.id = p.user_id;
