import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appealStatuses } from '@lapau/contract/appeals';
import { applicationFields, applicationStatuses } from '@lapau/contract/applications';
import { calls } from '@lapau/contract/calls';
import { decisionActions, decisionSubjects } from '@lapau/contract/decisions';
import { errors, gateErrors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import { notificationTypes } from '@lapau/contract/notifications';
import { reportStatuses, reportSubjects } from '@lapau/contract/reports';
import { roles } from '@lapau/contract/roles';
import { settingKeys } from '@lapau/contract/settings';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestServer } from './testing/server.ts';

// These tests compare what the contract, the query builder's types and the database's catalogue declare about the same columns.

const { db } = await startTestServer();

const ownTables = sql`table_schema = 'public' and table_name not like 'schema_migrations%'`;

/** The definitions of all check constraints, by table. */
const checks = (
  await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
).rows;

/** Columns of Better Auth's schema that nothing uses; there are none, and no query of ours reads them. */
const onlyForTheAuthLibrary = new Set(
  ['access_token', 'refresh_token', 'id_token', 'access_token_expires_at', 'refresh_token_expires_at', 'scope'].map(
    (column) => `accounts.${column}`,
  ),
);

test('schema.ts declares every table and column, and which may be null', async () => {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where ${ownTables} and table_type = 'BASE TABLE'`.execute(db);
  const ours = rows.filter(({ table, column }) => !onlyForTheAuthLibrary.has(`${table}.${column}`));
  const described = ours.map(({ table, column, nullable }) => `${table}.${column}${nullable ? ' null' : ''}`);
  expect(columnsOfSchema().toSorted()).toEqual(described.toSorted());
});

test('schema-views.ts declares the columns of the views that the query builder reads', async () => {
  const declared = columnsOfViews();
  const { rows } = await sql<{ view: string; column: string }>`
    select table_name as view, column_name as column
    from information_schema.columns join information_schema.views using (table_schema, table_name)
    where ${ownTables}`.execute(db);
  const views = new Set(declared.map((column) => column.split('.')[0]));
  const described = rows.filter(({ view }) => views.has(view)).map(({ view, column }) => `${view}.${column}`);
  expect(declared.toSorted()).toEqual(described.toSorted());
});

const enumerations: Record<string, readonly string[]> = {
  'profiles.role': roles,
  'notifications.type': notificationTypes,
  'app_settings.key': settingKeys,
  'seller_applications.status': applicationStatuses,
  'seller_applications.rejection_field': applicationFields,
  'decisions.subject_type': decisionSubjects,
  'decisions.action': decisionActions,
  'reports.subject_type': reportSubjects,
  'appeals.status': appealStatuses,
  'reports.status': reportStatuses,
  'files.bucket': ['avatars', 'posts'],
};

test('columns with a list of values accept exactly those of the contract', () => {
  const lists = checks.flatMap(({ table, definition }) => {
    const [, column] = /^CHECK \(\((\w+) = ANY /.exec(definition) ?? [];
    const values = [...definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value);
    return column === undefined ? [] : [[`${table}.${column}`, values.toSorted()] as const];
  });
  expect(Object.fromEntries(lists)).toEqual(
    Object.fromEntries(Object.entries(enumerations).map(([column, values]) => [column, values.toSorted()])),
  );
});

/** The length of a comment with the @mention that a reply begins with. */
const mentioned = limits.comment + 100;

const lengths: Record<string, number> = {
  'profiles.full_name': limits.name,
  'profiles.email': limits.email,
  'profiles.address': limits.addressPart,
  'profiles.nagari': limits.addressPart,
  'profiles.kecamatan': limits.addressPart,
  'profiles.phone': limits.phone,
  'profiles.avatar_url': limits.url,
  'blocks.blocked_name': limits.name,
  'pending_sign_ups.email': limits.email,
  'pending_sign_ups.full_name': limits.name,
  'pending_sign_ups.address': limits.addressPart,
  'pending_sign_ups.nagari': limits.addressPart,
  'pending_sign_ups.kecamatan': limits.addressPart,
  'pending_sign_ups.phone': limits.phone,
  'warungs.name': limits.name,
  'warungs.bio': limits.bio,
  'warungs.address': limits.address,
  'warungs.avatar_url': limits.url,
  'warungs.phone_number': limits.phone,
  'warungs.whatsapp_number': limits.phone,
  'seller_applications.warung_name': limits.name,
  'seller_applications.warung_description': limits.bio,
  'seller_applications.warung_avatar_url': limits.url,
  'seller_applications.sample_menu_image_url': limits.url,
  'seller_applications.phone_number': limits.phone,
  'seller_applications.address': limits.address,
  'seller_applications.street': limits.addressPart,
  'seller_applications.nagari': limits.addressPart,
  'seller_applications.kecamatan': limits.addressPart,
  'seller_applications.city': limits.addressPart,
  'seller_applications.province': limits.addressPart,
  'seller_applications.rejection_reason': limits.reason,
  'posts.food_name': limits.foodName,
  'posts.price': limits.price,
  'posts.description': limits.description,
  'posts.seller_name': limits.name,
  'posts.location': limits.addressPart,
  'posts.phone_number': limits.phone,
  'posts.whatsapp_number': limits.phone,
  'posts.link_url': limits.url,
  'post_comments.content': mentioned,
  'profiles.suspension_reason': limits.reason,
  'warungs.suspension_reason': limits.reason,
  'decisions.reason': limits.reason,
  'appeals.content': limits.reason,
  'reports.reason': limits.reason,
  'messages.content': limits.message,
  'app_settings.value': limits.settingText,
  'promo_banners.image_url': limits.url,
  'promo_banners.link_url': limits.url,
  'push_subscriptions.endpoint': limits.pushEndpoint,
  'push_subscriptions.p256dh': limits.pushKey,
  'push_subscriptions.auth': limits.pushAuth,
  'push_subscriptions.fcm_token': limits.pushToken,
  'notifications.content': 1000,
  'notifications.nameless': 1000,
  // This text has the name of a food, and the words before it.
  'notification_events.what': limits.foodName + 20,
  'files.path': 300,
};

test('columns accept the longest text that the contract accepts', () => {
  const found = checks.flatMap(({ table, definition }) => {
    const column = /char_length\((\w+)\)/.exec(definition)?.[1];
    const most = Number(/<= (\d+)/.exec(definition)?.[1]);
    return column === undefined ? [] : [[`${table}.${column}`, most] as const];
  });
  expect(Object.fromEntries(found)).toEqual(lengths);
});

/** Sign-up and sign-in (Better Auth's routes) and uploads answer these. */
const codesOfOtherRoutes: ErrorCode[] = [
  'confirmation_needed',
  'invalid_confirmation_code',
  'invalid_credentials',
  'email_not_verified',
  'email_takes_no_mail',
  'file_under_review',
  'outside_area',
  'broken_image',
  'not_an_image',
  'photos_unavailable',
  'picture_too_costly',
  'too_many_pixels',
  'too_many_uploads',
  'upload_too_large',
];

test('every error code is declared by a call, the gate or another route, and used by the server', () => {
  const declared = new Set<string>([...gateErrors, ...Object.values(calls).flatMap(({ errors: codes }) => codes)]);
  const codes = Object.keys(errors);
  expect(codes.filter((code) => !declared.has(code)).toSorted()).toEqual(codesOfOtherRoutes.toSorted());
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  expect(codes.filter((code) => !sources.some((source) => source.includes(`'${code}'`)))).toEqual([]);
});

describe('schema.ts', () => {
  test('is parsed by columnsOfSchema', () => {
    expect(columnsOfViews()).toContain('displayed_people.name');
    expect(columnsOfSchema()).toContain('profiles.avatar_url null');
    expect(columnsOfSchema()).toContain('likes.post_id');
  });
});

/** The columns of the tables in platform/database/schema.ts, as `table.column` or `table.column null`. */
const columnsOfSchema = () =>
  declaredColumns('Schema').map(({ column, type }) => `${column}${/\bnull\b|Nullable/.test(type) ? ' null' : ''}`);

/** The columns of the views in platform/database/schema-views.ts; which of them may be null is not in the catalogue. */
const columnsOfViews = () => declaredColumns('SharedViews').map(({ column }) => column);

/** The columns of the tables or views that a type lists, from the text of platform/database/schema*.ts: types do not exist at run time. */
function declaredColumns(list: 'Schema' | 'SharedViews'): { column: string; type: string }[] {
  const source = ['schema.ts', 'schema-accounts.ts', 'schema-views.ts']
    .map((file) => readFileSync(path.join(import.meta.dirname, 'platform/database', file), 'utf8'))
    .join('\n');
  const types = new Map(
    [...source.matchAll(/type (\w+) = \{([^}]*)\}/g)].map(([, name = '', body = '']) => [name, body] as const),
  );
  return [...(types.get(list) ?? '').matchAll(/(\w+): (\w+)/g)].flatMap(([, table = '', name = '']) =>
    [...(types.get(name) ?? '').matchAll(/(\w+): ([^;]+)/g)].map(([, column, type = '']) => ({
      column: `${table}.${column}`,
      type,
    })),
  );
}
