-- What running the place needs: settings, banners, files, the audit log, secrets.
create table app_settings (
  key text primary key check (key in ('site_title', 'footer_credit_text', 'footer_credit_link', 'announcement_title',
    'announcement_text', 'announcement_image_url', 'about_text', 'contact_info', 'mission_text', 'features_text',
    'allowed_kecamatan', 'logo_url', 'favicon_url', 'link_previews', 'privacy_text')),
  value text not null check (char_length(value) <= 5000),
  updated_at timestamptz(3) not null default now()
);

create table promo_banners (
  id uuid primary key default uuidv7(),
  image_url text not null check (char_length(image_url) <= 500),
  link_url text check (char_length(link_url) <= 500),
  is_active boolean not null default false,
  created_at timestamptz(3) not null default now()
);
-- At most one banner is active (D39).
create unique index promo_banners_one_active on promo_banners (is_active) where is_active;
create index promo_banners_newest on promo_banners (created_at desc, id desc);

-- Every stored file. A file that no row names is removed after a day (D48).
create table files (
  bucket text not null check (bucket in ('avatars', 'posts')),
  path text not null check (char_length(path) <= 300),
  -- who uploaded it; the folder's owner is the path's first segment
  uploaded_by uuid references profiles on delete set null,
  content_type text not null,
  bytes int not null check (bytes >= 0),
  width int,
  height int,
  placeholder text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (bucket, path)
);
create index files_uploader on files (uploaded_by, created_at);
create index files_age on files (created_at);

create table audit_log (
  id uuid primary key default uuidv7(),
  actor_id uuid references profiles on delete set null,
  actor_name text not null default '',
  action text not null,
  target_type text not null,
  target_id text not null,
  -- whom it concerned, also after the target is gone
  target_user_id uuid references profiles on delete set null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id);
create index audit_log_target_user on audit_log (target_user_id);

-- Made once and shared by all processes and every backup: LAPAU_SECRET, VAPID keys, the first-admin token.
create table server_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz(3) not null default now()
);
