-- Sign-ups whose mailed link has not been opened yet (D4). The account is made when it is; until then a later sign-up with
-- the same e-mail takes this one's place, under a new id, and the links to this one lead nowhere.
create table pending_sign_ups (
  id uuid primary key default uuidv7(),
  email text not null unique check (char_length(email) <= 254),
  password_hash text not null,
  full_name text not null check (char_length(full_name) between 1 and 80),
  address text not null check (char_length(address) <= 120),
  nagari text not null check (char_length(nagari) <= 120),
  kecamatan text not null check (char_length(kecamatan) <= 120),
  phone text not null check (char_length(phone) <= 25),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index pending_sign_ups_expiry on pending_sign_ups (expires_at);
