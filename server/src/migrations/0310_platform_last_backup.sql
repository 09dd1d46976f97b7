-- Of which moment the last backup to a file is, so that a missing one is noticed (D91). Empty before the first.
create table last_backup (
  only_row boolean primary key default true check (only_row),
  made_at timestamptz(3) not null
);
