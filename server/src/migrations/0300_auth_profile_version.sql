-- Each edit of a profile, by the person or an admin, is a new version, as of a dish or a stall.
alter table profiles add column version integer not null default 1;
