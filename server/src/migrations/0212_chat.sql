-- Everything that happens in a conversation gets its next number under the lock of its row, so that numbers become visible in
-- order. The counts of unread messages live on the row too, kept exact by triggers and by what moves a pointer.
create table conversations (
  id uuid primary key default uuidv7(),
  -- null: that person's account is gone, the other side keeps the talk
  user1_id uuid references profiles on delete set null,
  user2_id uuid references profiles on delete set null,
  created_by uuid references profiles on delete set null,
  -- when the last message was sent, or the conversation opened
  active_at timestamptz(3) not null default now(),
  last_sequence int not null default 0,
  user1_read_sequence int not null default 0,
  user2_read_sequence int not null default 0,
  user1_unread int not null default 0 check (user1_unread >= 0),
  user2_unread int not null default 0 check (user2_unread >= 0),
  created_at timestamptz(3) not null default now(),
  check (user1_id <> user2_id)
);
-- One conversation a pair, in either order.
create unique index conversations_pair on conversations (least(user1_id, user2_id), greatest(user1_id, user2_id))
  where user1_id is not null and user2_id is not null;
create index conversations_user1 on conversations (user1_id, active_at desc, id desc);
create index conversations_user2 on conversations (user2_id, active_at desc, id desc);
create index conversations_user1_unread on conversations (user1_id) where user1_unread > 0;
create index conversations_user2_unread on conversations (user2_id) where user2_unread > 0;
create index conversations_opened on conversations (created_by, created_at);

create table messages (
  -- made by the client, so that a retry never doubles a message
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  sequence int not null,
  sender_id uuid references profiles on delete set null,
  content text not null check (char_length(content) between 1 and 2000),
  -- the dish that the message asks about, with its name and price at that time
  post_id uuid references posts on delete set null,
  post_food_name text,
  post_price text,
  created_at timestamptz(3) not null default now()
);
create unique index messages_sequence on messages (conversation_id, sequence);
create index messages_sender on messages (sender_id);
create index messages_post on messages (post_id) where post_id is not null;

-- Deleted messages: a page that missed the signal learns of them, and an id that was deleted is never a message again.
create table message_deletions (
  conversation_id uuid not null references conversations on delete cascade,
  sequence int not null,
  message_id uuid not null unique,
  primary key (conversation_id, sequence)
);

-- Counts of unread messages are numbered under a lock of their person: a page ignores those that overtook newer ones on the way.
create sequence unread_count_versions;

create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade check (blocked_id <> blocker_id),
  -- the name that was known then: a new one would reach the blocker like a message
  blocked_name text not null check (char_length(blocked_name) <= 80),
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
