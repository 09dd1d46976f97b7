-- How many pictures a person has tried to upload on a day in Asia/Jakarta (D48). Failed uploads count too: they cost the
-- same work.
create table upload_attempts (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  attempts int not null check (attempts > 0),
  primary key (user_id, day)
);
create index upload_attempts_day on upload_attempts (day);
