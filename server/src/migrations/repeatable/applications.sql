-- Of every application what other features may read.
create view all_applications as
select id, user_id, warung_name, status, created_at from seller_applications;
