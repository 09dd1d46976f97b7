create table app_settings (
  key text primary key check (key in ('site_title', 'footer_credit_text', 'footer_credit_link', 'announcement_title',
    'announcement_text', 'announcement_image_url', 'about_text', 'contact_info', 'mission_text', 'features_text',
    'allowed_kecamatan', 'logo_url', 'favicon_url', 'link_previews', 'privacy_text')),
  value text not null check (char_length(value) <= 5000),
  -- several admins may edit at once; a setting that was never set has version 0
  version int not null default 1,
  updated_at timestamptz(3) not null default now()
);
