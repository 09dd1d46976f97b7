-- The suspensions that have ended a session, a mark each: undoing one takes its own away, and the session goes on when nothing else
-- has ended it. What ends a session for good sets revoked_at, whether or not it is suspended.
alter table sessions add suspended_by uuid[] not null default '{}';
