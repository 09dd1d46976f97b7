-- A row holds what is needed to recognise the token, not the token: its sha256, in hex.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  token_hash text not null constraint sessions_token_key unique,
  expires_at timestamptz(3) not null,
  -- when something other than a suspension ended it
  revoked_at timestamptz(3),
  -- The suspensions that have ended it, a mark each: undoing one takes its own away, and the session goes on when nothing
  -- else has ended it. The row stays, so that an open page learns why it was signed out.
  suspended_by uuid[] not null default '{}',
  ip_address text,
  -- a short name of browser and system, made at the sign-in
  device_name text,
  -- written at most once in five minutes
  last_seen_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- The sessions of deleted accounts, by which an open page learns why it is signed out. Nothing in them leads to the person.
create table deleted_sessions (
  token_hash text primary key,
  expires_at timestamptz(3) not null
);
create index deleted_sessions_expiry on deleted_sessions (expires_at);
