-- runs with: 0320
-- What people were told because of a role that they do not have any more (D131).
delete from notifications n using profiles p
where p.id = n.user_id and (
  p.role <> 'admin' and (
    n.type in ('new_user_signup', 'new_seller_application', 'new_report', 'new_appeal', 'items_waiting', 'recovery_request')
    or n.type = 'role_changed' and n.content like '% menjadikan % admin.')
  or p.role not in ('penjual', 'admin') and n.type in ('application_approved', 'still_open'));
