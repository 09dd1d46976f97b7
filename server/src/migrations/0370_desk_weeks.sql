-- runs with: 0320
-- The Monday of the last week of which the admins have a summary, so that a job that runs twice tells it once.
alter table waiting_reminder add column told_week date;
