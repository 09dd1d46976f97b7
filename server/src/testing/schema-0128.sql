-- This turns the tables of migrations 0200 to 0222 into those of 0128_id_order, and adds rows that the migrations have to
-- keep or change.

drop index pending_sign_ups_email;
alter table pending_sign_ups drop column sign_up_key, add unique (email);
drop table wrong_passwords, sign_in_codes, recovery_requests, deleted_admins, deleted_sessions;
alter table sessions drop column suspended_by;
alter table profiles drop column admin_since, drop column admin_until, drop column is_removed, drop column sign_up_key;
alter table app_settings drop column version;
alter table promo_banners drop column version;
alter table warungs drop column short_code;
create index warungs_short_address on warungs (right(id::text, 8));
alter table blocks drop column blocked_name;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code'));
drop index notification_events_one_like;
alter table notification_events drop column subject_id, drop column what, drop column decision_id;
create unique index notification_events_one_like on notification_events (post_id, actor_id) where comment_id is null;
delete from spellings where '{cendol,nanas,sala}' && alike;

insert into profiles (id, full_name, email, role, created_at) values
  ('01900000-0000-7000-8000-0000aaaaaaaa', 'Upik', 'upik@example.com', 'penjual', '2024-01-01'),
  ('01910000-0000-7000-8000-0000aaaaaaaa', 'Buyung', 'buyung@example.com', 'penjual', '2024-01-02'),
  ('01920000-0000-7000-8000-000000000001', 'Rosna', 'rosna@example.com', 'admin', '2024-01-03'),
  ('01920000-0000-7000-8000-000000000002', 'Zainal', 'zainal@example.com', 'pembeli', '2024-01-04');
insert into warungs (id, name, created_at) values
  ('01900000-0000-7000-8000-0000aaaaaaaa', 'Warung Upik', '2024-01-01'),
  ('01910000-0000-7000-8000-0000aaaaaaaa', 'Warung Buyung', '2024-01-02');
insert into audit_log (action, target_type, target_id, target_user_id, details, created_at) values
  ('update_user_by_admin', 'user', '', '01920000-0000-7000-8000-000000000002', '{"before": {"role": "admin"}}', '2024-02-01');
insert into decisions (subject_type, subject_id, action, decided_by_name) values
  ('user', '01920000-0000-7000-8000-000000000002', 'delete', 'Rosna');
insert into blocks (blocker_id, blocked_id) values
  ('01920000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-0000aaaaaaaa');
insert into pending_sign_ups (email, password_hash, full_name, address, nagari, kecamatan, phone, expires_at) values
  ('nurma@example.com', '', 'Nurma', '', '', '', '', '2024-01-01');
insert into posts (user_id, food_name) values ('01900000-0000-7000-8000-0000aaaaaaaa', 'Rendang');
insert into search_words values ('sate-lontong');
