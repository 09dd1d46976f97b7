-- What every table stands on, and what the server remembers for all features.

create extension if not exists pg_trgm;

-- Ids are UUIDv7: those made later sort later, also within a millisecond, as what one transaction writes has one created_at
-- and lists sort it by id. PostgreSQL 18 brings uuidv7(); older servers get this function, whose 12 bits after the version are
-- the fraction of the millisecond (RFC 9562, section 6.2, method 3).
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create function uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(ms)::bigint) from 3) || int2send((x'7000'::int + floor((ms - floor(ms)) * 4096))::int2)
          from 1 for 8),
        'hex')::uuid
      from (select extract(epoch from clock_timestamp()) * 1000 as ms) as clock
    $f$;
  end if;
end $$;

-- Made once and shared by all processes and every backup: LAPAU_SECRET, VAPID keys, the first-admin token.
create table server_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz(3) not null default now()
);

-- Clients make the ids of some rows. Ids of deleted rows stay here for a while, so that a late retry does not insert again
-- what was deleted meanwhile. Triggers write them, which covers deletions by foreign keys.
create table deleted_ids (
  id uuid primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_ids_age on deleted_ids (deleted_at);
