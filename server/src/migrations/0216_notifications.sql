-- Unread notifications about one topic are one row for each recipient and type. Its events are stored once, however many
-- recipients they have, and the text ("X dan 2 lainnya …") is derived from them when the row is read: it stays exact when a
-- comment is deleted or a like withdrawn, and a comment adds no row for each recipient.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  type text not null check (type in (
    'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
    'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
    'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code', 'recovery_request', 'role_changed')),
  -- null: derived from the events, or, of messages, from the sender
  content text check (char_length(content) <= 1000),
  is_read boolean not null default false,
  post_id uuid references posts on delete cascade,
  sender_id uuid references profiles on delete cascade,
  comment_id uuid references post_comments on delete cascade,
  conversation_id uuid references conversations on delete cascade,
  -- what is said of a decision goes when the decision is undone
  decision_id uuid references decisions on delete set null,
  -- What waits for the admins: the application, the appeal, or what was reported. When that is decided the notification is
  -- read, and unread again when the decision is undone.
  subject_id uuid,
  -- what collapses with what; null: nothing
  topic text,
  first_event bigint,
  last_event bigint,
  created_at timestamptz(3) not null default now(),
  constraint notifications_check check (
    content is not null or type = 'new_message'
    or (topic is not null and first_event is not null and last_event is not null)
  )
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
-- Of two simultaneous events, the second conflicts with the first one's row and updates it.
create unique index notifications_one_unread on notifications (user_id, type, topic) where not is_read;
create index notifications_topic on notifications (topic) where topic is not null;
create index notifications_subject on notifications (subject_id) where subject_id is not null;
create index notifications_decision on notifications (decision_id) where decision_id is not null;
create index notifications_post on notifications (post_id);
create index notifications_sender on notifications (sender_id);
create index notifications_comment on notifications (comment_id);
create index notifications_conversation on notifications (conversation_id);
create index notifications_age on notifications (created_at);

create table notification_events (
  number bigint generated always as identity primary key,
  -- as 'likes:<post>', 'comments:<post>' or 'sign-ups'
  topic text not null,
  actor_id uuid not null references profiles on delete cascade,
  -- author of the comment replied to: that person is notified of a reply, the others of a comment
  answered_id uuid references profiles on delete set null,
  post_id uuid references posts on delete cascade,
  comment_id uuid references post_comments on delete cascade,
  -- what was reported, and how the text calls it: 'postingan Rendang'
  subject_id uuid,
  what text check (char_length(what) <= 140),
  -- the decision about it: the notification counts as read once all behind it is decided
  decision_id uuid references decisions on delete set null,
  -- a like that was withdrawn after its notification was read: it no longer counts, and liking again notifies nobody
  withdrawn boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index notification_events_topic on notification_events (topic, number);
create index notification_events_actor on notification_events (actor_id);
create index notification_events_answered on notification_events (answered_id) where answered_id is not null;
create index notification_events_post on notification_events (post_id);
create index notification_events_comment on notification_events (comment_id);
create index notification_events_subject on notification_events (subject_id) where subject_id is not null;
create index notification_events_decision on notification_events (decision_id) where decision_id is not null;
create index notification_events_age on notification_events (created_at);
-- A liker notifies a post's owner once.
create unique index notification_events_one_like on notification_events (post_id, actor_id) where topic like 'likes:%';
