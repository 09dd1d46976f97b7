-- The native apps of people, by when they were registered.
create view app_tokens as
select id, user_id, fcm_token, updated_at from push_subscriptions where fcm_token is not null;

-- A trigger, so that no way of ending a session leaves its device with pushes (D37). The rows of sessions that are deleted go
-- by their foreign key.
create function sessions_end_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_end_pushes after update of revoked_at, suspended_by on sessions
  for each row when (new.revoked_at is not null or new.suspended_by <> '{}') execute function sessions_end_pushes();
