create table post_comments (
  id uuid primary key default uuidv7(),
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  parent_id uuid references post_comments on delete cascade,
  -- a comment's limit, and the @mention before a reply
  content text not null check (char_length(content) between 1 and 1100),
  -- hidden from everybody by a decision, until it is deleted or the decision undone
  is_removed boolean not null default false,
  -- derived from the person and the parent by post_comments_derive(): only what shows is counted
  visible boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create index post_comments_thread on post_comments (post_id, created_at, id);
create index post_comments_replies on post_comments (parent_id, created_at, id);
