-- What a notification of something that waits for admins is about: the application, the appeal, or what was reported. When that
-- is decided the notification is read, and unread again when the decision is undone.
alter table notifications add subject_id uuid;

update notifications n set subject_id = d.subject_id
  from decisions d where n.type = 'new_seller_application' and d.id = n.decision_id;
update notifications n set subject_id = a.id
  from seller_applications a
  where n.type = 'new_seller_application' and not n.is_read and a.user_id = n.sender_id and a.status = 'pending';
-- of earlier reports of messages and appeals it is not known which
update notifications set subject_id = coalesce(comment_id, post_id) where type = 'new_report' and not is_read;

create index notifications_subject on notifications (subject_id) where subject_id is not null;
