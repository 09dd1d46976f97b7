-- The nagari filter counts all posts and those that are not sold out: with is_open in the index, it reads the index alone.
drop index posts_feed_nagari;
create index posts_feed_nagari on posts (nagari_key, created_at desc, id desc) include (is_open)
  where visible and not is_admin_post;
