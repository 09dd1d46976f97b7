-- When a banner shows, while it is the active one; null has no limit (D78).
alter table promo_banners
  add starts_at timestamptz(3),
  add ends_at timestamptz(3),
  add constraint promo_banners_times check (starts_at < ends_at);
