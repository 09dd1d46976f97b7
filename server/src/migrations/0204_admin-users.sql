-- A recovery code for somebody who was an admin lately: one admin asks for it, another one makes it.
create table recovery_requests (
  user_id uuid primary key references profiles on delete cascade,
  requested_by uuid not null references profiles on delete cascade,
  expires_at timestamptz(3) not null
);
create index recovery_requests_requested_by on recovery_requests (requested_by);
create index recovery_requests_expiry on recovery_requests (expires_at);

-- E-mails of admins whose account was deleted, hashed: no other account becomes an admin with one of them for a while.
create table deleted_admins (
  email_hash text primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_admins_age on deleted_admins (deleted_at);
