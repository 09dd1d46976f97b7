-- runs with: 0320
-- When a mail server last refused the address for good; null once it has taken a mail again, or the account has another address.
alter table profiles add mail_refused_at timestamptz(3);
alter table pending_sign_ups add mail_refused_at timestamptz(3);
