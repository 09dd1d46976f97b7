-- runs with: 0320
-- How many people without a session a link has led to a dish or a stall, and how many have signed up there, by day in Asia/Jakarta.
-- Nothing tells who they are, or which link it was.
create table link_counts (
  day date primary key,
  opened int not null default 0 check (opened >= 0),
  signed_up int not null default 0 check (signed_up >= 0)
);
