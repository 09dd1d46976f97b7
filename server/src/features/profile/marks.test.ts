import { authRoutes } from '@lapau/contract/auth';
import { calls } from '@lapau/contract/calls';
import type { CallInput, CallName } from '@lapau/contract/calls';
import { settingKeys } from '@lapau/contract/settings';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { retentions, workers } from '../../app.ts';
import { applyRetention } from '../../platform/transactions/retention.ts';
import { startWorkers } from '../../platform/workers/worker.ts';
import { register } from '../../testing/auth.ts';
import { buildAdmin, buildPendingSignUp, buildPost, buildSeller, buildSession } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { settle } from '../../testing/decisions.ts';
import { createMarks, findInBackup, findInDatabase, findInFiles } from '../../testing/marks.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { settleFiles } from '../../testing/stored-files.ts';
import { unusedSearchWords } from '../search/jobs.ts';

// People type a different mark into every field of every call, and their accounts are deleted. The marks that are found then
// show what stays of a person (D113).

const log: string[] = [];
const server = await startTestServer({ logLevel: 'trace', logTo: { write: (line) => log.push(line) } });
const { call, rawCall, db, platform } = server;
const marks = createMarks();
const [admin, otherAdmin] = [await buildAdmin(server), await buildAdmin(server)];
const neighbour = await buildSeller(server);

/** Fields that take no text of one's own: credentials, of which only hashes are stored, existing files, addresses of push services. */
const given = [
  'token',
  'code',
  'password',
  'newPassword',
  'new_password',
  'old_password',
  'path',
  'images',
  'image_url',
  'warung_avatar_url',
  'sample_menu_image_url',
  'value_to_update',
  'endpoint',
  'p256dh',
  'auth',
  'kecamatan',
];

/** Calls that the test makes at a certain point, and not together with all others. */
const madeApart: Partial<Record<CallName, string>> = {
  submit_application: 'before the approval, by a pembeli',
  open_conversation: 'first, as the other calls open many conversations',
  update_avatar: 'with a photo that was taken by a phone',
  update_warung_avatar: 'with a photo that was taken by a phone',
  change_password: 'stores a hash, and takes the real password',
  delete_account: 'at the end',
  create_first_admin: 'needs an installation without an admin; it writes what a sign-up does',
  update_app_setting: 'once for each setting',
  update_post: 'with a link by an admin, without one by a cook',
  delete_user_by_admin: 'at the end',
};

/** Fields in which admins give the reason for a decision. */
const reasons = [
  'decide_appeal.reason',
  'delete_warung_by_admin.reason',
  'handle_report.reason',
  'reject_seller_application.reason',
  'toggle_user_suspension.reason',
  'toggle_warung_suspension.reason',
];
const siteTexts = settingKeys.filter((key) => !/_url$|link|kecamatan/.test(key));

/** These columns may keep marks of these fields, each for its reason; nothing else may keep any. */
const stays: Record<string, { of: string[]; why: string }> = {
  'messages.content': { of: ['send_message.p_content'], why: 'the talk stays for the other person (D30)' },
  'messages.post_food_name': {
    of: ['create_post.food_name'],
    why: 'another person asked about it in a talk of theirs',
  },
  'messages.post_price': { of: ['create_post.price'], why: 'another person asked about it in a talk of theirs' },
  'reported_messages.content': { of: ['send_message.p_content'], why: 'was reported (D30)' },
  'reports.snapshot_food_name': { of: ['create_post.food_name'], why: 'was reported (D30)' },
  'reports.snapshot_comment': { of: ['add_comment.comment_content'], why: 'was reported (D30)' },
  'reports.reason': {
    of: ['create_report.reason', 'report_comment.reason', 'report_message.reason'],
    why: 'is what an admin has to judge about another person (D30)',
  },
  'audit_log.details.reason': { of: reasons, why: 'somebody may still ask why an admin has decided (D30)' },
  'decisions.reason': { of: reasons, why: 'somebody may still ask why an admin has decided (D30)' },
  'app_settings.value': {
    of: siteTexts.map((key) => `update_app_setting.${key}`),
    why: 'is the site’s, which admins change',
  },
  'promo_banners.link_url': { of: ['create_banner.link_url', 'update_banner.link_url'], why: 'is the site’s' },
  'spellings.alike': { of: ['add_spellings.alike'], why: 'is the site’s' },
};

type Actor = BuiltMember;

/** Signs somebody up with marks in the whole form. */
async function signUp(): Promise<Actor> {
  const form = marks.markedInput('sign-up', authRoutes['/auth/sign-up/email'].input, {}, given);
  const { id, token, cookie } = await register(server, form);
  const profile = await db.selectFrom('profiles').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  return { ...profile, role: 'pembeli', token, cookie };
}

/** Makes a call with marks in all texts of its input. @param besides further fields, beside `given`, that are left as they are */
async function make<Name extends CallName>(
  name: Name,
  as: Actor | undefined,
  input?: CallInput<Name>,
  besides: string[] = [],
): Promise<unknown> {
  const valid = input ?? (await callInputs[name](server, as ?? admin));
  const marked = marks.markedInput(name, calls[name].input, valid, [...given, ...besides]);
  const { status, body } = await rawCall(name, marked, as);
  expect([name, status], JSON.stringify(body)).toEqual([name, 200]);
  return body;
}

const names = (Object.keys(calls) as CallName[]).filter((name) => !(name in madeApart));
const forMembers = names.filter((name) => ['member', 'seller'].includes(calls[name].access));
const forOthers = names.filter((name) => !forMembers.includes(name));

/** Builds a cook who has done all that there is to do, with a neighbour and with the admins. */
async function live(): Promise<Actor> {
  const person = await signUp();
  const picture = await plainPicture()
    .withExif({ IFD0: { Artist: marks.mark('a photo'), ImageDescription: marks.mark('a photo') } })
    .jpeg()
    .toBuffer();
  const application = await callInputs.submit_application(server, person);
  await make('submit_application', person, application);
  await make('approve_seller_application', admin, { application_id: application.id! });
  await call('set_warung_open', { is_open: true }, person);
  const upload = async (to: string) => (await uploadTo(server, to, picture, person)).body.path;
  await make('update_avatar', person, { path: await upload(`avatars/${person.id}/profile_avatar`) });
  await make('update_warung_avatar', person, { path: await upload(`avatars/${person.id}/warung_avatar`) });
  await make('open_conversation', person);
  for (const name of forMembers) await make(name, person);
  await make('update_post', person, undefined, ['link_url']);
  const dish = { id: crypto.randomUUID(), food_name: '', price: '', images: [await upload(`posts/${person.id}`)] };
  await make('create_post', person, dish);

  await buildPendingSignUp(server, { email: person.email, full_name: marks.mark('another sign-up with the e-mail') });

  // Now others say and do things about the cook.
  await make('toggle_like', neighbour, { post_id_to_toggle: dish.id });
  await call('create_report', { reported_post_id: dish.id, reason: 'Bukan makanan' }, neighbour);
  const theirs = await buildPost(server, { user_id: neighbour.id });
  const comment = (post_id: string, as: Actor, parent?: string) => {
    const input = { id: crypto.randomUUID(), post_id_to_comment_on: post_id, comment_content: 'Lamak' };
    const withParent = { ...input, ...(parent !== undefined && { parent_comment_id: parent }) };
    return as === person
      ? make('add_comment', as, withParent).then(() => input.id)
      : call('add_comment', withParent, as).then(() => input.id);
  };
  const first = await comment(theirs.id, neighbour);
  const second = await comment(theirs.id, person, first);
  await comment(theirs.id, neighbour, second);
  await call('report_comment', { reported_comment_id: second, reason: 'Kasar' }, neighbour);
  const under = await comment(dish.id, neighbour);
  await call('report_comment', { reported_comment_id: under, reason: 'Kasar' }, otherAdmin);
  const { id: conversationId } = await call('open_conversation', { recipient_id: person.id }, neighbour);
  const said = { p_conversation_id: conversationId, p_content: 'Masih ada?' };
  await call('send_message', { ...said, id: crypto.randomUUID(), post_id: dish.id }, neighbour);
  const answer = crypto.randomUUID();
  await make('send_message', person, { ...said, id: answer, post_id: theirs.id });
  await call('report_message', { message_id: answer, reason: 'Menipu' }, neighbour);

  // Now admins do things about the cook.
  await make('update_warung_by_admin', admin, { warung_id: person.id, name: '', version: 2 });
  await make('update_post_by_admin', admin, { post_id: dish.id, food_name: '', price: '', is_open: true, version: 1 });
  await make('create_warung_post', admin, { ...dish, id: crypto.randomUUID(), warung_id: person.id });
  const report = (await call('get_pending_reports', {}, admin)).find(({ subject_id }) => subject_id === dish.id);
  await call('handle_report', { p_report_id: report!.id, p_action: 'dismiss', reason_key: 'rules' }, admin);
  const contact = { key_to_update: 'contact_info' as const, value_to_update: `Hubungi ${person.phone}` };
  await call('update_app_setting', contact, admin);
  const asBuyer = { user_id_to_update: person.id, new_full_name: person.full_name, new_email: person.email };
  await call('update_user_by_admin', { ...asBuyer, new_role: 'pembeli' }, admin);
  // A second approval stores what the stall was like before.
  const { id: application_id } = (await call('get_my_application', {}, person))!;
  await call('approve_seller_application', { application_id }, admin);
  await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: true }, admin);
  await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, admin);
  return { ...person, ...(await buildSession(server, person.id)) };
}

/** Builds an admin who has done all that admins do and is none any more. @returns this person and everybody concerned */
async function rule(): Promise<Actor[]> {
  const before = new Set((await db.selectFrom('profiles').select('id').execute()).map(({ id }) => id));
  const office = await signUp();
  const { full_name, email } = office;
  const about = { user_id_to_update: office.id, new_full_name: full_name, new_email: email };
  const asAdmin = { ...about, new_role: 'admin' as const };
  await call('update_user_by_admin', asAdmin, admin);
  await db
    .updateTable('profiles')
    .set({ admin_since: new Date(Date.now() - 30 * 86_400_000) })
    .where('id', '=', office.id)
    .execute();
  for (const name of forOthers) await make(name, calls[name].access === 'admin' ? office : undefined);
  const notice = await callInputs.create_admin_post(server, office);
  await make('create_admin_post', office, notice);
  const { id, price, version, images } = await call('get_my_post', { post_id: notice.id! }, office);
  await make('update_post', office, { post_id: id, food_name: '', price, version, images }, ['price']);
  for (const key of siteTexts)
    await call(
      'update_app_setting',
      { key_to_update: key, value_to_update: marks.mark(`update_app_setting.${key}`) },
      office,
    );
  for (const list of ['pengguna', 'warung'])
    await server.request(`/export/${list}.csv?search_term=${marks.mark(`/export/${list}.csv`)}`, {}, office);
  await call('update_user_by_admin', { ...about, new_role: 'pembeli' }, admin);
  await call('request_recovery_code', { user_id: office.id }, admin);
  const people = await db.selectFrom('profiles').selectAll().where('role', '<>', 'admin').execute();
  return people
    .filter(({ id }) => !before.has(id))
    .map((person) => ({ ...person, role: 'pembeli', token: '', cookie: '' }));
}

async function removeByAdmin({ id }: { id: string }): Promise<void> {
  const { decision } = await call('delete_user_by_admin', { user_id_to_delete: id, reason_key: 'rules' }, admin);
  await settle(server, decision);
}

const day = 86_400_000;

/** Runs all jobs that Lapau runs by itself, until nothing waits any more. */
async function runJobs(): Promise<void> {
  const deletions = db.selectFrom('decisions').select('id').where('action', 'in', ['remove', 'delete']);
  const open = await deletions.where('settled_at', 'is', null).execute();
  for (const decision of open) await settle(server, decision);
  await startWorkers(platform, workers);
  await settleFiles(platform);
  const mails = sql`select from jobs.job where name = 'send_mail' and state < 'completed'`;
  await expect.poll(async () => (await mails.execute(db)).rows.length).toBe(0);
  // pg-boss would delete these rows within minutes.
  await sql`delete from jobs.job where state >= 'completed' and deletion_seconds <= 60`.execute(db);
  await unusedSearchWords.run(platform);
  for (const retention of retentions) await applyRetention(platform, retention);
  // Written mails wait until the server's operator passes them on.
  await platform.mailer.sweep(new Date(Date.now() + day));
}

test('nothing that people typed stays when their accounts are deleted, but what is listed here', async () => {
  const [leaving, removed] = [await live(), await live()];
  const ruled = await rule();
  await call('delete_account', { password: 'rahasia sekali' }, leaving);
  for (const person of [removed, ...ruled]) await removeByAdmin(person);
  await runJobs();
  const listed = Object.fromEntries(Object.entries(stays).map(([place, { of }]) => [place, of.toSorted()]));
  expect(await findInDatabase(db, marks)).toEqual(listed);
  expect(await findInFiles(server, marks)).toEqual([]);
  expect(marks.fieldsIn(log.join('\n'))).toEqual([]);
  expect(await findInBackup(server, marks)).toEqual([...new Set(Object.values(listed).flat())].toSorted());
});
