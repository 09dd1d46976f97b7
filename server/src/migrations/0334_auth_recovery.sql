-- runs with: 0320
-- The end of an admin's role from which the days are counted back that the two who make a recovery code have been admins, where that is
-- earlier than the last end (D80). Null: from the last end. The trigger profiles_admin_times sets it, so that the release that does not
-- know it keeps to it too.
alter table profiles add recovery_counted_from timestamptz(3);
