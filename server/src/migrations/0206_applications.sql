-- One pending application a person; the latest by created_at decides.
create table seller_applications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  warung_name text not null check (char_length(warung_name) between 1 and 80),
  warung_description text not null default '' check (char_length(warung_description) <= 1000),
  warung_avatar_url text not null check (char_length(warung_avatar_url) <= 500),
  sample_menu_image_url text not null check (char_length(sample_menu_image_url) <= 500),
  phone_number text not null check (char_length(phone_number) <= 25),
  address text not null check (char_length(address) <= 620),
  -- the parts that `address` is composed of: applying again starts with them
  street text not null default '' check (char_length(street) <= 120),
  nagari text not null default '' check (char_length(nagari) <= 120),
  kecamatan text not null default '' check (char_length(kecamatan) <= 120),
  city text not null default '' check (char_length(city) <= 120),
  province text not null default '' check (char_length(province) <= 120),
  status text not null default 'pending' check (status in ('pending', 'rejected', 'approved')),
  -- what the admin answered, and about which field
  rejection_reason text not null default '' check (char_length(rejection_reason) <= 500),
  rejection_field text check (rejection_field in (
    'warung_name', 'warung_description', 'phone_number', 'street', 'nagari', 'kecamatan', 'city', 'province',
    'warung_avatar_url', 'sample_menu_image_url')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
create unique index seller_applications_one_pending on seller_applications (user_id) where status = 'pending';
create index seller_applications_latest on seller_applications (user_id, created_at desc, id desc);
create index seller_applications_pending on seller_applications (created_at desc, id desc) where status = 'pending';
