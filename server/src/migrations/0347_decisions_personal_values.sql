-- runs with: 0320
-- What accounts that were deleted before have left in decisions (D130).
update decisions set decided_by_name = '' where decided_by is null and decided_by_name <> '';
update decisions set state_before = '{}' where user_id is null and state_before <> '{}';
