-- The id that a client makes is the row's id (D59). Deleted ids are stored, so that a late retry does not insert again what
-- was deleted meanwhile. Triggers store them, which covers deletions by foreign keys.
alter table posts drop column idempotency_key;
alter table post_comments drop column idempotency_key;

create table deleted_ids (
  id uuid primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_ids_age on deleted_ids (deleted_at);

create function remember_deleted_ids() returns trigger language plpgsql as $$
begin
  insert into deleted_ids (id) select id from deleted on conflict do nothing;
  return null;
end $$;
create trigger posts_remember_deleted after delete on posts
  referencing old table as deleted for each statement execute function remember_deleted_ids();
create trigger post_comments_remember_deleted after delete on post_comments
  referencing old table as deleted for each statement execute function remember_deleted_ids();
