-- The version of what several admins may edit at once (D70); a setting that was never set has version 0.
alter table app_settings add version int not null default 1;
alter table promo_banners add version int not null default 1;

-- Ids that browsers make: a repeated request is known as one, also after its banner was deleted (D59).
create trigger promo_banners_deleted_ids after delete on promo_banners
  referencing old table as deleted for each statement execute function remember_deleted_ids();
