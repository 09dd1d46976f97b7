-- What the nightly retention looks for (D61). audit_log_newest, sessions_expiry and daily_visits' key serve theirs.
create index notifications_age on notifications (created_at);
create index reports_decided on reports (decided_at) where decided_at is not null;
