-- Accounts and verifications are Better Auth's; it would store the tokens of other sign-in providers in columns that stay empty.
create table accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- Sign-ups whose mailed link has not been opened yet; the account is made when it is. Each is a row of its own: a later one
-- with the same e-mail, which anybody can send, leaves it and its link as they are.
create table pending_sign_ups (
  id uuid primary key default uuidv7(),
  sign_up_key uuid unique,
  email text not null check (char_length(email) <= 254),
  password_hash text not null,
  full_name text not null check (char_length(full_name) between 1 and 80),
  address text not null check (char_length(address) <= 120),
  nagari text not null check (char_length(nagari) <= 120),
  kecamatan text not null check (char_length(kecamatan) <= 120),
  phone text not null check (char_length(phone) <= 25),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index pending_sign_ups_email on pending_sign_ups (email, created_at);
create index pending_sign_ups_expiry on pending_sign_ups (expires_at);

-- Codes by which a sign-in on a new device is confirmed; the hash is empty until the mail is written.
create table sign_in_codes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  code_hash text not null default '',
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz(3) not null
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

-- Wrong passwords of the last hour, also for e-mails that nobody has: `subject` is a keyed hash of what they were given for.
create table wrong_passwords (
  id uuid primary key default uuidv7(),
  subject text not null,
  created_at timestamptz(3) not null default now()
);
create index wrong_passwords_subject on wrong_passwords (subject, created_at);
create index wrong_passwords_expiry on wrong_passwords (created_at);

-- One-time codes that an admin reads out to somebody who cannot read mails: one a person, stored as its hash.
create table recovery_codes (
  user_id uuid primary key references profiles on delete cascade,
  code_hash text not null unique,
  expires_at timestamptz(3) not null
);
create index recovery_codes_expiry on recovery_codes (expires_at);

-- One row a device; profile.fcm_token on the wire is the latest of them.
create table push_tokens (
  token text primary key check (char_length(token) <= 4096),
  user_id uuid not null references profiles on delete cascade,
  session_id uuid references sessions on delete cascade,
  updated_at timestamptz(3) not null default now()
);
create index push_tokens_user on push_tokens (user_id);

-- A recovery code for somebody who was an admin lately: one admin asks for it, another one makes it.
create table recovery_requests (
  user_id uuid primary key references profiles on delete cascade,
  requested_by uuid not null references profiles on delete cascade,
  expires_at timestamptz(3) not null
);
create index recovery_requests_requested_by on recovery_requests (requested_by);
create index recovery_requests_expiry on recovery_requests (expires_at);
