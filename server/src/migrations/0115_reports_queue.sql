-- Admins go through what waits by age, and a page reads no more of it than it shows.
create index reports_oldest on reports (created_at, id) where status = 'pending';
