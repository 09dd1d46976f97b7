-- Whether a dish can be had, wherever it is read.
create function is_open_now(is_open boolean, reopens_at timestamptz) returns boolean language sql stable parallel safe as $$
  select is_open or coalesce(reopens_at <= now(), false)
$$;

-- Other features may read these columns of every post.
create view all_posts as
select id, user_id, food_name, price, images, placeholders, is_open, reopens_at, is_admin_post, is_removed, visible,
  nagari_key, search_text, likes_count, comments_count, created_at, first_posted_at
from posts;

-- A feed post as the wire shows it (product.md#wire), without what is the reader's own (liked, saved).
create view feed_posts as
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
    -- an admin post stays one when its author loses the role
    'authorIsAdmin', p.is_admin_post or o.role = 'admin',
    'nagari', case when p.is_admin_post then '' else o.nagari end,
    'createdAt', p.created_at,
    'likes', p.likes_count,
    'comments', p.comments_count,
    -- the stall's numbers, also where the cook has taken one away; the post's own where its owner has no stall
    'phoneNumber', case when w.id is null or p.is_admin_post then p.phone_number else w.phone_number end,
    'whatsappNumber', case when w.id is null or p.is_admin_post then p.whatsapp_number else w.whatsapp_number end,
    'linkUrl', p.link_url
  ) as shared
from posts p
join all_people o on o.id = p.user_id
left join all_stalls w on w.id = p.user_id;

-- The first statement of every transaction that changes something about a post: locking its row until the transaction ends
-- also guards its counters, likes, saves, comments and reports. No row for a missing post or a deleted account.
create function lock_post(doer uuid, post uuid) returns setof posts language plpgsql as $$
begin
  if lock_person(doer) then
    return query select * from posts where id = post for no key update;
  end if;
end $$;

-- What a post derives from its owner: hidden with a suspended person or stall and with a stall whose owner sells no more, found
-- by stall name and by nagari.
create function posts_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
  end if;
  select
    not new.is_removed and not p.is_suspended
      and (new.is_admin_post or (w.id is not null and not w.is_suspended and p.role <> 'pembeli')),
    case when new.is_admin_post then '' else nagari_key(p.nagari) end,
    plain_words(new.food_name) || '  '
      || plain_words(case when new.is_admin_post then new.seller_name else coalesce(w.name, p.full_name) end)
  into new.visible, new.nagari_key, new.search_text
  from profiles p left join warungs w on w.id = p.id
  where p.id = new.user_id;
  if not found then -- the account is being deleted, and its posts with it
    return old;
  end if;
  return new;
end $$;
create trigger posts_derive before insert or update of food_name, seller_name, user_id, is_admin_post, is_removed on posts
  for each row execute function posts_derive();

create function posts_follow_owner() returns trigger language plpgsql as $$
declare
  owner uuid := coalesce(new.id, old.id);
begin
  perform 1 from posts where user_id = owner order by id for no key update;
  -- food_name fires posts_derive() and is in no unique index; updating a column that is in one would block foreign keys
  update posts set food_name = food_name where user_id = owner;
  return null;
end $$;
create trigger posts_follow_profile after update of nagari, is_suspended, role, full_name on profiles
  for each row when (
    (old.nagari, old.is_suspended, old.role, old.full_name) is distinct from
    (new.nagari, new.is_suspended, new.role, new.full_name)
  ) execute function posts_follow_owner();
create trigger posts_follow_warung after insert or update of name, is_suspended or delete on warungs
  for each row execute function posts_follow_owner();

create trigger posts_remember_deleted after delete on posts
  referencing old table as deleted for each statement execute function remember_deleted_ids();
