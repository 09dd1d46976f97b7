-- What /profile tells of one's sessions (D66): a short name of browser and system made at the sign-in, and the last use,
-- which is written at most once in five minutes. The column was there for a whole user agent and has always been empty.
alter table sessions rename column user_agent to device_name;
alter table sessions add column last_seen_at timestamptz(3) not null default now();
update sessions set last_seen_at = updated_at;
