-- E-mails of admins whose account was deleted, hashed: no other account becomes an admin with one of them for a while.
create table deleted_admins (
  email_hash text primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_admins_age on deleted_admins (deleted_at);
