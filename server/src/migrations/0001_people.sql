-- People, their sessions and credentials, and their stalls.
-- Ids are UUIDv7 (PostgreSQL 18 brings uuidv7(); older servers get this function, RFC 9562 section 5.7).
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create function uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
    $f$;
  end if;
end $$;

create extension if not exists pg_trgm;

-- How two spellings of a nagari are compared (D13).
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
  is_suspended boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index profiles_email on profiles (lower(email));
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_nagari on profiles (nagari_key(nagari));
create index profiles_admins on profiles (id) where role = 'admin';

-- A session is revoked, not deleted, when its person is suspended: the open page still learns why (D7).
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

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

-- One row a device (D37); profile.fcm_token on the wire is the latest of them.
create table push_tokens (
  token text primary key check (char_length(token) <= 4096),
  user_id uuid not null references profiles on delete cascade,
  session_id uuid references sessions on delete cascade,
  updated_at timestamptz(3) not null default now()
);
create index push_tokens_user on push_tokens (user_id);

-- Distinct signed-in people of an Asia/Jakarta day (D38).
create table daily_visits (
  day date not null,
  user_id uuid not null references profiles on delete cascade,
  primary key (day, user_id)
);
create index daily_visits_user on daily_visits (user_id);

create table warungs (
  id uuid primary key references profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  bio text not null default '' check (char_length(bio) <= 1000),
  address text not null default '' check (char_length(address) <= 620),
  avatar_url text check (char_length(avatar_url) <= 500),
  phone_number text not null default '' check (char_length(phone_number) <= 25),
  whatsapp_number text not null default '' check (char_length(whatsapp_number) <= 25),
  is_open boolean not null default false,
  is_suspended boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index warungs_newest on warungs (created_at desc, id desc);
create index warungs_name on warungs using gin (name gin_trgm_ops);

-- One pending application a person (D31); the latest by created_at decides.
create table seller_applications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  warung_name text not null check (char_length(warung_name) between 1 and 80),
  warung_description text not null default '' check (char_length(warung_description) <= 1000),
  warung_avatar_url text not null check (char_length(warung_avatar_url) <= 500),
  sample_menu_image_url text not null check (char_length(sample_menu_image_url) <= 500),
  phone_number text not null check (char_length(phone_number) <= 25),
  address text not null check (char_length(address) <= 620),
  status text not null default 'pending' check (status in ('pending', 'rejected', 'approved')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
create unique index seller_applications_one_pending on seller_applications (user_id) where status = 'pending';
create index seller_applications_latest on seller_applications (user_id, created_at desc, id desc);
create index seller_applications_pending on seller_applications (created_at desc, id desc) where status = 'pending';
