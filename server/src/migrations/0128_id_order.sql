-- Servers before PostgreSQL 18: ids of the same millisecond sort in the order in which they are made too, as those of the
-- built-in uuidv7() do. The 12 bits after the version are the fraction of the millisecond (RFC 9562 section 6.2, method 3).
-- What one transaction writes has one created_at, and lists sort it by id.
do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create or replace function uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(ms)::bigint) from 3) || int2send((x'7000'::int + floor((ms - floor(ms)) * 4096))::int2)
          from 1 for 8),
        'hex')::uuid
      from (select extract(epoch from clock_timestamp()) * 1000 as ms) as clock
    $f$;
  end if;
end $$;
