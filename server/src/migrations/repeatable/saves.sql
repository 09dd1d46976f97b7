-- Of every saved post what other features may read.
create view all_saves as
select post_id, user_id, created_at from saved_posts;
