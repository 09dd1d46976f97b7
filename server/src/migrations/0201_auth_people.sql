-- How two spellings of a nagari are compared.
create function nagari_key(nagari text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(regexp_replace(btrim(nagari), '\s+', ' ', 'g')), '^nagari ', '')
$$;

create table profiles (
  id uuid primary key default uuidv7(),
  full_name text not null check (char_length(full_name) between 1 and 80),
  email text not null check (char_length(email) <= 254),
  email_verified boolean not null default false,
  address text not null default '' check (char_length(address) <= 120),
  nagari text not null default '' check (char_length(nagari) <= 120),
  kecamatan text not null default '' check (char_length(kecamatan) <= 120),
  phone text not null default '' check (char_length(phone) <= 25),
  avatar_url text check (char_length(avatar_url) <= 500),
  role text not null default 'pembeli' check (role in ('pembeli', 'penjual', 'admin')),
  -- since when the person is an admin, and until when they were one: set by a trigger
  admin_since timestamptz(3),
  admin_until timestamptz(3),
  is_suspended boolean not null default false,
  suspension_reason text not null default '' check (char_length(suspension_reason) <= 500),
  -- hidden from everybody by a decision, until the account is deleted or the decision undone
  is_removed boolean not null default false,
  -- The id that a client sends with a sign-up, which tells a repeated one. The account's own id is made by the server: one
  -- that people choose could be that of a deleted account, to which links and reports still point.
  sign_up_key uuid unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index profiles_email on profiles (lower(email));
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_nagari on profiles (nagari_key(nagari));
create index profiles_admins on profiles (id) where role = 'admin';
-- Admins find people by a part of their name, e-mail or phone number.
create index profiles_search on profiles using gin (full_name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);
