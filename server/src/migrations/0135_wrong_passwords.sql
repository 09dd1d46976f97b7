-- Wrong passwords of the last hour (D64), also for e-mails that nobody has: `subject` is a keyed hash of what they were given for.
create table wrong_passwords (
  id uuid primary key default uuidv7(),
  subject text not null,
  created_at timestamptz(3) not null default now()
);
create index wrong_passwords_subject on wrong_passwords (subject, created_at);
create index wrong_passwords_expiry on wrong_passwords (created_at);

-- Codes by which a sign-in on a new device is confirmed (D64); the hash is empty until the mail is written.
create table sign_in_codes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  code_hash text not null default '',
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz(3) not null
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);
