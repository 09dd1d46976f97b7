-- Other features may read these columns of every application.
create view all_applications as
select id, user_id, warung_name, status, created_at from seller_applications;
