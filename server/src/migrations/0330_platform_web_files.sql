-- runs with: 0320
-- The web app's hashed files of every release that ran in the last 30 days, so that each process serves the pages of all (D98).
create table web_files (
  name text primary key,
  content_type text not null,
  content bytea not null,
  -- what the build has compressed
  br bytea,
  gzip bytea,
  -- when a process last had it in its own package
  had_at timestamptz(3) not null default now()
);
