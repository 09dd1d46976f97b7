-- Other features may read these columns of every decision.
create view all_decisions as
select id, number, subject_type, subject_id, action, user_id, decided_by, decided_by_name, reason, created_at, undone_at, settled_at
from decisions;

-- The version of what is decided about: 0 while nothing was decided, or all of it undone.
create function decision_version(type text, subject uuid) returns bigint language sql stable as $$
  select coalesce(max(number), 0) from decisions where subject_id = subject and subject_type = type and undone_at is null
$$;

-- A decision outlives the accounts of who made it and of whom it concerns, without their names and what they had (D130). Nobody is left for
-- whom it could be undone.
create function decisions_forget_person() returns trigger language plpgsql as $$
begin
  if old.decided_by is not null and new.decided_by is null then
    new.decided_by_name := '';
  end if;
  if old.user_id is not null and new.user_id is null then
    new.state_before := '{}';
  end if;
  return new;
end $$;
create trigger decisions_forget_person before update of decided_by, user_id on decisions
  for each row execute function decisions_forget_person();
