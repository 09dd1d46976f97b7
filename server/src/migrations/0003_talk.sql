-- Conversations, messages and notifications.
create table conversations (
  id uuid primary key default uuidv7(),
  -- null: that person's account is gone, the other side keeps the talk (D30)
  user1_id uuid references profiles on delete set null,
  user2_id uuid references profiles on delete set null,
  created_at timestamptz(3) not null default now(),
  last_message_at timestamptz(3),
  check (user1_id <> user2_id)
);
-- One conversation a pair, in either order (D32).
create unique index conversations_pair on conversations (least(user1_id, user2_id), greatest(user1_id, user2_id))
  where user1_id is not null and user2_id is not null;
create index conversations_user1 on conversations (user1_id, last_message_at desc);
create index conversations_user2 on conversations (user2_id, last_message_at desc);

create table messages (
  -- made by the client, so that a retry never doubles a message (D33)
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  sender_id uuid references profiles on delete set null,
  content text not null check (char_length(content) between 1 and 2000),
  is_read boolean not null default false,
  -- the server's order (D33)
  position bigint generated always as identity,
  created_at timestamptz(3) not null default now()
);
create index messages_thread on messages (conversation_id, position desc);
create index messages_unread on messages (conversation_id, sender_id) where not is_read;
create index messages_sender on messages (sender_id);

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  type text not null check (type in ('new_user_signup', 'new_seller_application', 'application_approved',
    'application_rejected', 'new_report', 'new_message', 'new_like', 'new_comment', 'new_reply', 'post_activity')),
  content text not null check (char_length(content) <= 1000),
  is_read boolean not null default false,
  post_id uuid references posts on delete cascade,
  sender_id uuid references profiles on delete cascade,
  comment_id uuid references post_comments on delete cascade,
  conversation_id uuid references conversations on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
-- A like notifies once per post and liker; unread messages of one conversation are one notification (D35).
create unique index notifications_one_like on notifications (post_id, sender_id) where type = 'new_like';
create unique index notifications_one_unread_chat on notifications (user_id, conversation_id)
  where type = 'new_message' and not is_read;
create index notifications_post on notifications (post_id);
create index notifications_sender on notifications (sender_id);
create index notifications_comment on notifications (comment_id);
create index notifications_conversation on notifications (conversation_id);
