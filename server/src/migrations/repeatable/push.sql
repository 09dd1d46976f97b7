-- A trigger, so that no way of ending a session leaves its device with pushes (D37). The rows of sessions that are deleted go
-- by their foreign key.
create function sessions_end_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_end_pushes after update of revoked_at, suspended_by on sessions
  for each row when (new.revoked_at is not null or new.suspended_by <> '{}') execute function sessions_end_pushes();
