-- Indexes for the nightly retention (D61). audit_log, sessions and daily_visits have fitting ones already.
create index notifications_age on notifications (created_at);
create index reports_decided on reports (decided_at) where decided_at is not null;
