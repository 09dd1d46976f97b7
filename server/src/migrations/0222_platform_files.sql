-- Every stored file. A file that no row names is removed after a day.
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

-- How many pictures a person has tried to upload on a day in Asia/Jakarta. Failed uploads count too: they cost the same work.
create table upload_attempts (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  attempts int not null check (attempts > 0),
  primary key (user_id, day)
);
create index upload_attempts_day on upload_attempts (day);
