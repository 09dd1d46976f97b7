-- How often somebody has tried to upload a picture on a day of Asia/Jakarta, whatever came of it (D48): one that was
-- replaced, broken or too costly has cost its work too.
create table upload_attempts (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  attempts int not null check (attempts > 0),
  primary key (user_id, day)
);
create index upload_attempts_day on upload_attempts (day);
