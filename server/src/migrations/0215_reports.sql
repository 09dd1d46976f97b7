-- A report keeps what was reported and outlives it.
create table reports (
  id uuid primary key default uuidv7(),
  reporter_id uuid references profiles on delete set null,
  reported_post_id uuid references posts on delete set null,
  reported_comment_id uuid references post_comments on delete set null,
  reported_user_id uuid references profiles on delete set null,
  reported_message_id uuid references messages on delete set null,
  -- Reports of one thing are one item of the queue, also after the thing is gone: both are set by a trigger.
  subject_type text not null check (subject_type in ('post', 'comment', 'message')),
  subject_id uuid not null,
  snapshot_food_name text not null default '',
  snapshot_images text[] not null default '{}',
  snapshot_owner_name text not null default '',
  snapshot_comment text,
  reason text not null check (char_length(reason) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'dismissed', 'resolved')),
  decision_id uuid references decisions on delete set null,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
-- A report of a comment stays one when the comment is gone: told by its snapshot, not by the reference.
create unique index reports_one_open_post on reports (reporter_id, reported_post_id)
  where status = 'pending' and snapshot_comment is null;
create unique index reports_one_open_comment on reports (reporter_id, reported_comment_id) where status = 'pending';
create unique index reports_one_open_message on reports (reporter_id, reported_message_id) where status = 'pending';
create index reports_pending on reports (subject_id, created_at, id) where status = 'pending';
-- Admins go through what waits by age, and a page reads no more of it than it shows.
create index reports_oldest on reports (created_at, id) where status = 'pending';
create index reports_decided on reports (decided_at) where decided_at is not null;
create index reports_decision on reports (decision_id) where decision_id is not null;
create index reports_post on reports (reported_post_id);
create index reports_comment on reports (reported_comment_id);
create index reports_message on reports (reported_message_id) where reported_message_id is not null;
create index reports_user on reports (reported_user_id);
create index reports_reporter on reports (reporter_id);
create index reports_images on reports using gin (snapshot_images);

-- A reported message and the five before it, as they were.
create table reported_messages (
  report_id uuid not null references reports on delete cascade,
  sequence int not null,
  sender_id uuid references profiles on delete set null,
  sender_name text not null,
  content text not null,
  sent_at timestamptz(3) not null,
  is_reported boolean not null,
  primary key (report_id, sequence)
);
create index reported_messages_sender on reported_messages (sender_id) where sender_id is not null;
