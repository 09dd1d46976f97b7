-- runs with: 0320
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code', 'recovery_request', 'role_changed',
  'dish_back', 'weekly_summary'));
