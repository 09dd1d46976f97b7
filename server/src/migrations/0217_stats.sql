-- Who has opened a stall's page or one of its dishes on a day of Asia/Jakarta.
create table views (
  day date not null,
  -- Foreign keys are checked in the order in which they stand here, that of all locks (ARCHITECTURE.md, Lock order).
  viewer_id uuid not null references profiles on delete cascade,
  warung_id uuid not null references warungs on delete cascade,
  -- null: the stall's own page
  post_id uuid references posts on delete cascade,
  check (viewer_id <> warung_id),
  constraint views_once unique nulls not distinct (warung_id, day, viewer_id, post_id)
);
create index views_viewer on views (viewer_id);
create index views_post on views (post_id);
create index views_day on views (day);
