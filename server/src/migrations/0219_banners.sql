create table promo_banners (
  id uuid primary key default uuidv7(),
  image_url text not null check (char_length(image_url) <= 500),
  link_url text check (char_length(link_url) <= 500),
  is_active boolean not null default false,
  -- when it shows, while it is the active one; null has no limit
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- several admins may edit at once
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint promo_banners_times check (starts_at < ends_at)
);
-- At most one banner is active.
create unique index promo_banners_one_active on promo_banners (is_active) where is_active;
create index promo_banners_newest on promo_banners (created_at desc, id desc);
