-- runs with: 0320
alter table push_settings add dishes boolean not null default true;
