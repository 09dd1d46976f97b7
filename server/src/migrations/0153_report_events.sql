-- Unread reports are one notification an admin (D56), derived from events as those of likes and comments are. An event keeps what
-- was reported and the decision about it, so that the notification counts as read once all behind it is decided.
alter table notification_events
  add column subject_id uuid,
  -- how the text calls it: 'postingan Rendang'
  add column what text check (char_length(what) <= 140),
  add column decision_id uuid references decisions on delete set null;
create index notification_events_subject on notification_events (subject_id) where subject_id is not null;
create index notification_events_decision on notification_events (decision_id) where decision_id is not null;

drop index notification_events_one_like;
create unique index notification_events_one_like on notification_events (post_id, actor_id) where topic like 'likes:%';
