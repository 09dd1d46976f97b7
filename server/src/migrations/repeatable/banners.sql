-- A repeated request is known as one, also after its banner was deleted.
create trigger promo_banners_deleted_ids after delete on promo_banners
  referencing old table as deleted for each statement execute function remember_deleted_ids();
