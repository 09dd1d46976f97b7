import type { Read } from '@lapau/contract/known';
import { pushDefaults } from '@lapau/contract/push';
import type { PushKind, PushSwitches } from '@lapau/contract/push';
import type { Role } from '@lapau/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { jsonObject } from '../../platform/database/json-object.ts';

const switchNames = ['messages', 'comments', 'decisions', 'waiting', 'dishes', 'hides_content'] as const;

export const findSwitches = (db: Db, userId: string): Promise<PushSwitches | undefined> =>
  db.selectFrom('push_settings').select(switchNames).where('user_id', '=', userId).executeTakeFirst();

type Given = { [Name in keyof PushSwitches]?: boolean | undefined };

export const saveSwitches = (db: Db, userId: string, given: Given): Promise<PushSwitches> =>
  db
    .insertInto('push_settings')
    .values({
      user_id: userId,
      messages: given.messages ?? pushDefaults.messages,
      comments: given.comments ?? pushDefaults.comments,
      decisions: given.decisions ?? pushDefaults.decisions,
      waiting: given.waiting ?? pushDefaults.waiting,
      dishes: given.dishes ?? pushDefaults.dishes,
      hides_content: given.hides_content ?? pushDefaults.hides_content,
    })
    // Switches that are not given stay. Setting the id changes nothing, but makes the statement answer with the row.
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...given }))
    .returning(switchNames)
    .executeTakeFirstOrThrow();

/** A browser's address at its push service, or a native app's at FCM. */
export type Address =
  | { endpoint: string; p256dh: string; auth: string; vapid_public_key: string }
  | { fcm_token: string };

/** Stores a device in place of the one that had its address. The session's own device stays, with the notifications on it. */
export async function replaceSubscription(
  db: Db,
  owner: { user_id: string; session_id: string },
  address: Address,
): Promise<{ wasKnown: boolean }> {
  const [column, value] =
    'fcm_token' in address ? (['fcm_token', address.fcm_token] as const) : (['endpoint', address.endpoint] as const);
  const known = await db
    .updateTable('push_subscriptions')
    .set({ ...address, updated_at: sql`now()` })
    .where(column, '=', value)
    .where('user_id', '=', owner.user_id)
    .where('session_id', '=', owner.session_id)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return { wasKnown: true };
  await db.deleteFrom('push_subscriptions').where(column, '=', value).execute();
  await db
    .insertInto('push_subscriptions')
    .values({ ...owner, ...address })
    .execute();
  return { wasKnown: false };
}

/** Deletes a person's oldest subscriptions beyond a number. */
export const deleteOldest = (db: Db, userId: string, kept: number) =>
  db
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute();

export const findByAddress = (db: Db, address: { endpoint: string } | { fcm_token: string }) =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where((row) =>
      'fcm_token' in address ? row('fcm_token', '=', address.fcm_token) : row('endpoint', '=', address.endpoint),
    )
    .forUpdate()
    .executeTakeFirst();

export const deleteSubscription = (db: Db, id: string) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute();

/** Finds the devices of people who want this kind of push, with the moment until which one is of use. */
export async function findDevices(
  db: Db,
  userIds: string[],
  kind: PushKind,
  lifetimeSeconds: number,
): Promise<{ id: string; user_id: string; expires_at: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string; expires_at: string }>`
    select d.id, d.user_id, (now() + ${lifetimeSeconds} * interval '1 second')::text as expires_at
    from push_subscriptions d left join push_settings s on s.user_id = d.user_id
    where d.user_id = any (${userIds}::uuid[]) and coalesce(s.${sql.ref(kind)}, true)
    order by d.id`.execute(db);
  return rows;
}

/** Finds a person's devices with their addresses, for pushes that are sent after the rows are gone. */
export const findDevicesWithAddress = (db: Db, userId: string) =>
  db
    .selectFrom('push_subscriptions as d')
    .leftJoin('push_settings as s', 's.user_id', 'd.user_id')
    .select(['d.id', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.vapid_public_key', 'd.fcm_token', 's.hides_content'])
    .where('d.user_id', '=', userId)
    .orderBy('d.id')
    .execute();

/** Finds the devices on which a notification shows. */
export async function findShowingDevices(
  db: Db,
  userIds: string[],
  lifetimeSeconds: number,
): Promise<{ id: string; user_id: string; shown_tags: string[]; expires_at: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string; shown_tags: string[]; expires_at: string }>`
    select id, user_id, shown_tags, (now() + ${lifetimeSeconds} * interval '1 second')::text as expires_at
    from push_subscriptions where user_id = any (${userIds}::uuid[]) and shown_tags <> '{}' order by id`.execute(db);
  return rows;
}

export type Device = {
  id: string;
  user_id: string;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
  vapid_public_key: string | null;
  fcm_token: string | null;
  shown_tags: string[];
  switches: PushSwitches | null;
  role: Read<Role>;
  /** The hour of the day in Asia/Jakarta. */
  hour: number;
  /** The seconds for which the push is of use. */
  seconds_left: number;
};

const switchesJson = jsonObject<PushSwitches>({
  messages: 's.messages',
  comments: 's.comments',
  decisions: 's.decisions',
  waiting: 's.waiting',
  dishes: 's.dishes',
  hides_content: 's.hides_content',
});

/** Finds a device as it is now; undefined once its session has ended, or its person is suspended. */
export async function findDevice(db: Db, id: string, expiresAt: string): Promise<Device | undefined> {
  const { rows } = await sql<Device>`
    select d.id, d.user_id, d.endpoint, d.p256dh, d.auth, d.vapid_public_key, d.fcm_token, d.shown_tags, p.role,
      case when s.user_id is not null then ${sql.raw(switchesJson)} end as switches,
      extract(hour from clock_timestamp() at time zone 'Asia/Jakarta')::int as hour,
      extract(epoch from ${expiresAt}::timestamptz - clock_timestamp())::float8 as seconds_left
    from push_subscriptions d
    join all_people p on p.id = d.user_id and not p.is_suspended
    left join push_settings s on s.user_id = d.user_id
    where d.id = ${id}`.execute(db);
  return rows[0];
}

/** So many of the latest tags are kept: a device is not likely to show more. */
const maxShown = 30;

export const addShownTag = (db: Db, id: string, tag: string) =>
  sql`
    update push_subscriptions set shown_tags = (array_remove(shown_tags, ${tag}) || ${tag}::text)
      [greatest(1, cardinality(array_remove(shown_tags, ${tag})) + 2 - ${maxShown}::int):]
    where id = ${id} and shown_tags[cardinality(shown_tags)] is distinct from ${tag}`.execute(db);

export const removeSessionTag = (db: Db, sessionId: string, tag: string) =>
  sql`
    update push_subscriptions set shown_tags = array_remove(shown_tags, ${tag})
    where session_id = ${sessionId} and ${tag} = any (shown_tags)`.execute(db);

export const removeShownTag = (db: Db, id: string, tag: string) =>
  db
    .updateTable('push_subscriptions')
    .set({ shown_tags: sql<string[]>`array_remove(shown_tags, ${tag})` })
    .where('id', '=', id)
    .execute();
