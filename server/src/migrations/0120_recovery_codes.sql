-- One-time codes that an admin reads out to somebody who cannot read mails (D80): one a person, stored as its hash.
create table recovery_codes (
  user_id uuid primary key references profiles on delete cascade,
  code_hash text not null unique,
  expires_at timestamptz(3) not null
);
create index recovery_codes_expiry on recovery_codes (expires_at);

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code'));
