-- Distinct signed-in people of an Asia/Jakarta day.
create table daily_visits (
  day date not null,
  user_id uuid not null references profiles on delete cascade,
  primary key (day, user_id)
);
create index daily_visits_user on daily_visits (user_id);

-- Up to which moment the admins have been reminded of what came in and still waits: of each thing once, though the job runs
-- twice, or late because the server was down.
create table waiting_reminder (
  only_row boolean primary key default true check (only_row),
  reminded_until timestamptz(3) not null default 'epoch'
);
insert into waiting_reminder default values;
