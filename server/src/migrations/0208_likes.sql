create table likes (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  -- derived from the person by likes_derive(): only what shows is counted
  visible boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, post_id)
);
create index likes_post on likes (post_id);
