-- A number that a cook has taken away is gone from every post of the stall.

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
    -- the stall's numbers, also where the cook has taken one away; the post's own where its owner has no stall (D21)
    'phoneNumber', case when w.id is null or p.is_admin_post then p.phone_number else w.phone_number end,
    'whatsappNumber', case when w.id is null or p.is_admin_post then p.whatsapp_number else w.whatsapp_number end,
    'linkUrl', p.link_url
  ) as shared
from posts p
join profiles o on o.id = p.user_id
left join warungs w on w.id = p.user_id;
