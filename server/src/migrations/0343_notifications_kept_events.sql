-- runs with: 0320
-- An event that has been taken back still shows to these people: its doer had blocked them by then, and they learn nothing of it (D128).
alter table notification_events add kept_for uuid[] not null default '{}';
