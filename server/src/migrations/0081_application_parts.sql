-- What an applicant typed, so that applying again starts with it, and what the admin answered.
alter table seller_applications
  -- the parts that `address` is composed of
  add street text not null default '' check (char_length(street) <= 120),
  add nagari text not null default '' check (char_length(nagari) <= 120),
  add kecamatan text not null default '' check (char_length(kecamatan) <= 120),
  add city text not null default '' check (char_length(city) <= 120),
  add province text not null default '' check (char_length(province) <= 120),
  add rejection_reason text not null default '' check (char_length(rejection_reason) <= 500),
  add rejection_field text check (rejection_field in (
    'warung_name', 'warung_description', 'phone_number', 'street', 'nagari', 'kecamatan', 'city', 'province',
    'warung_avatar_url', 'sample_menu_image_url'));
