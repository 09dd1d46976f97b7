-- Other features may read these columns of every saved post.
create view all_saves as
select post_id, user_id, created_at, wants_alert from saved_posts;
