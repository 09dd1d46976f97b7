-- runs with: 0320
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code', 'recovery_request', 'role_changed',
  'dish_back'));
-- finds what is unread of a stall's dishes: their topics are 'dishes:<stall>:<recipient>'
create index notifications_dishes on notifications (topic text_pattern_ops) where type = 'dish_back' and not is_read;

-- finds what a deleted account was told of dishes
create index notification_events_dish_recipient on notification_events (split_part(topic, ':', 3)) where topic like 'dishes:%';

-- Dishes of which the cook has said that they are there again, until everybody who asked for it has been told (D107).
create table dish_returns (
  post_id uuid primary key references posts on delete cascade,
  came_back_at timestamptz(3) not null,
  noted_at timestamptz(3) not null default now()
);
