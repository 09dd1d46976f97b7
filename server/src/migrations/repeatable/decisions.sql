-- Of every decision what other features may read.
create view all_decisions as
select id, number, subject_type, subject_id, action, user_id, decided_by, decided_by_name, reason, created_at, undone_at, settled_at
from decisions;

-- The version of what is decided about: 0 while nothing was decided, or all of it undone.
create function decision_version(type text, subject uuid) returns bigint language sql stable as $$
  select coalesce(max(number), 0) from decisions where subject_id = subject and subject_type = type and undone_at is null
$$;
