-- Counts of unread messages are numbered under a lock of their person (chat/queries-write.ts): a page ignores those that overtook
-- newer ones on the way.
create sequence unread_count_versions;
