-- runs with: 0320
-- Whether the person wants to be told when the dish is cooked again, and when they were told last (D107).
alter table saved_posts add wants_alert boolean not null default false, add alerted_at timestamptz(3);
create index saved_posts_alerts on saved_posts (post_id, user_id) where wants_alert;
