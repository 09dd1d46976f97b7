create table saved_posts (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, post_id)
);
create index saved_posts_post on saved_posts (post_id);
create index saved_posts_newest on saved_posts (user_id, created_at desc, post_id desc);
