-- The settings that an admin has set.
create view set_settings as
select key from app_settings where value <> '';
