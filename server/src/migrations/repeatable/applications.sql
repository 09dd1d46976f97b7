-- Other features may read these columns of every application.
create view all_applications as
select id, user_id, warung_name, status, created_at, decided_at from seller_applications;

-- A repeated request is known as one, also after its application was deleted.
create trigger seller_applications_deleted_ids after delete on seller_applications
  referencing old table as deleted for each statement execute function remember_deleted_ids();
