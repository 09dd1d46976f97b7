-- runs with: 0320
-- Which clock what deletes by age may go by (D110).
create table trusted_clock (
  only_row boolean primary key default true check (only_row),
  -- when Lapau last ran on a clock that is trusted
  trusted_at timestamptz(3) not null,
  -- when it last ran on any; on one that is not trusted yet, for how long
  noted_at timestamptz(3) not null,
  ran_ms bigint not null default 0
);
do $$
declare
  ran_at timestamptz;
begin
  -- the release before notes here each minute that it runs
  if exists (
    select from information_schema.columns
    where table_schema = 'jobs' and table_name = 'version' and column_name = 'cron_on'
  ) then
    execute 'select max(cron_on) from jobs.version' into ran_at;
  end if;
  -- a backup of it has that nowhere but in its rows, and a new database has none
  ran_at := coalesce(ran_at, (select max(last_seen_at) from sessions), now());
  insert into trusted_clock (trusted_at, noted_at) values (ran_at, ran_at);
  -- jobs that wait are kept as long as new ones are from now on (platform/jobs/jobs.ts)
  if to_regclass('jobs.job') is not null then
    execute $sql$update jobs.job set keep_until = keep_until + 2147483647 * interval '1 second' where state < 'active'$sql$;
  end if;
end
$$;
