import type { Session } from '@lapau/contract/profile';
import type { Database, NamedStatement } from '../../platform/database.ts';

/** The stall's name and photo override the profile's (SPEC section 4 Session); a demoted seller has no stall to show. */
const sessionOfUser: NamedStatement = {
  name: 'session_of_user',
  text: `
    select json_build_object(
      'user', json_build_object('id', p.id, 'user_metadata', json_build_object(
        'full_name', coalesce(w.name, p.full_name),
        'avatar_url', '/storage/avatars/' || coalesce(w.avatar_url, p.avatar_url))),
      'profile', json_build_object(
        'id', p.id, 'full_name', p.full_name, 'address', p.address, 'nagari', p.nagari, 'kecamatan', p.kecamatan,
        'email', p.email, 'phone', p.phone, 'avatar_url', '/storage/avatars/' || p.avatar_url, 'role', p.role,
        'is_suspended', p.is_suspended, 'updated_at', p.updated_at),
      'warung', case when w.id is not null then
        json_build_object('name', w.name, 'avatar_url', '/storage/avatars/' || w.avatar_url) end,
      'unread', json_build_object(
        'messages', (
          select count(*) from conversations c
          join messages m on m.conversation_id = c.id and not m.is_read and m.sender_id <> p.id
          where p.id in (c.user1_id, c.user2_id)),
        'notifications', (select count(*) from notifications n where n.user_id = p.id and not n.is_read))
    ) as session
    from profiles p left join warungs w on w.id = p.id and p.role <> 'pembeli'
    where p.id = $1`,
};

/** The session as its person sees it, or null when the account has just gone. */
export async function findSession(database: Database, userId: string): Promise<Session | null> {
  const [row] = await database.named<{ session: Session }>(sessionOfUser, [userId]);
  return row?.session ?? null;
}
