-- runs with: 0320
-- To whom an event still shows that has been taken back: people whom its doer had blocked by then learn nothing of it (D128).
alter table notification_events add kept_for uuid[] not null default '{}';
