-- Readers of a post see whether an admin wrote it (D63).
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
    'isOpen', p.is_open,
    'isAdminPost', p.is_admin_post,
    'warungName', case when p.is_admin_post then nullif(p.seller_name, '') else w.name end,
    'warungIsOpen', case when not p.is_admin_post then w.is_open end,
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
