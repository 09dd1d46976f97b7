-- A stall has the id of its owner.
create table warungs (
  id uuid primary key references profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  bio text not null default '' check (char_length(bio) <= 1000),
  address text not null default '' check (char_length(address) <= 620),
  avatar_url text check (char_length(avatar_url) <= 500),
  phone_number text not null default '' check (char_length(phone_number) <= 25),
  whatsapp_number text not null default '' check (char_length(whatsapp_number) <= 25),
  is_open boolean not null default false,
  -- when the cook chose that state: an older choice, sent late by a phone without signal, changes nothing
  open_set_at timestamptz(3) not null default now(),
  -- when the cook last said that the stall is open: by opening it, by posting or by 'Masih buka'
  confirmed_at timestamptz(3),
  closes_nightly boolean not null default false,
  -- The end of the short address that is printed on posters. A trigger gives the end of the id, unless another stall has it.
  short_code text not null constraint warungs_short_code_form check (short_code ~ '^[0-9a-f]{8}$'),
  -- grows with every edit of the form's fields
  version int not null default 1,
  is_suspended boolean not null default false,
  suspension_reason text not null default '' check (char_length(suspension_reason) <= 500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index warungs_newest on warungs (created_at desc, id desc);
create index warungs_name on warungs using gin (name gin_trgm_ops);
create unique index warungs_short_code on warungs (short_code);
create index warungs_closing_nightly on warungs (confirmed_at) where closes_nightly and is_open;
