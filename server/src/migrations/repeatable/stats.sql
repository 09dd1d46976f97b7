-- Locks what views refer to, in the order of all locks (ARCHITECTURE.md, Lock order).
create function hold_viewed(people uuid[], stalls uuid[], seen uuid[]) returns void language plpgsql as $$
begin
  perform 1 from profiles where id = any (people) order by id for key share;
  perform 1 from warungs where id = any (stalls) order by id for key share;
  perform 1 from posts where id = any (seen) order by id for key share;
end $$;
