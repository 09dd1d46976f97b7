-- runs with: 0320
-- SHA-256 of each stored file of a row, by what its name has beside the path ('', '.640', '.320'), so that a changed byte is found
-- (D101). Null until the job for older files has read it. A row that gets another file loses its checksums by the trigger
-- files_forget_checksums, as the release that knows none replaces files too.
alter table files add sha256 jsonb;
