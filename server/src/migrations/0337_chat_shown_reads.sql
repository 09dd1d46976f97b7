-- runs with: 0320
-- How far the other person is shown that somebody has read, where that is less than what they have read: what is read while one of the
-- two has blocked the other shows to neither (D74). Null: as far as they have read. The trigger conversations_hide_reads sets it, so that
-- the release that does not know it hides reading too.
alter table conversations add user1_shown_read_sequence int, add user2_shown_read_sequence int;
