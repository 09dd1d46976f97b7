-- runs with: 0320
-- What accounts that were deleted before have left in reports, besides what was reported (D130).
update reports set snapshot_owner_name = 'Pengguna Tidak Dikenal'
where reported_user_id is null and snapshot_owner_name <> 'Pengguna Tidak Dikenal';
update reports set snapshot_food_name = 'postingan yang sudah dihapus', snapshot_images = '{}'
where subject_type = 'comment' and reported_post_id is null;
update reported_messages set sender_name = 'Pengguna Tidak Dikenal' where sender_id is null;
