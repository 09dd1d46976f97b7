import type { Decision } from '@lapau/contract/decisions';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildAppealToken,
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call } = server;
const admin = await buildAdmin(server);

const unreadOf = async (person: BuiltMember) =>
  (await call('get_notifications', {}, person)).filter(({ is_read }) => !is_read).map(({ id }) => id);
const reportOf = async (subjectId: string) =>
  (await call('get_pending_reports', { limit: 50 }, admin)).find(({ subject_id }) => subject_id === subjectId)?.id ??
  '';
const appealOf = async (userId: string) =>
  (await call('get_pending_appeals', { limit: 50 }, admin)).findLast(({ user_id }) => user_id === userId)?.id ?? '';

async function apply() {
  const applicant = await buildMember(server);
  return call('submit_application', await callInputs.submit_application(server, applicant), applicant);
}
async function reportPost(as: BuiltMember) {
  const { id } = await buildPost(server);
  await call('create_report', { reported_post_id: id, reason: 'Bukan makanan' }, as);
  return id;
}
async function appealAgainstRemoval(as: BuiltMember) {
  const { id } = await buildComment(server, { user_id: as.id });
  const { decision } = await call('delete_comment', { comment_id: id }, admin);
  await call('appeal_removal', { decision_id: decision?.id ?? '', appeal_text: 'Itu salah paham.' }, as);
  return appealOf(as.id);
}

/** For each kind, lets a person do something that waits for the admins, and returns a function that decides about it. */
const kinds: Record<string, (person: BuiltMember) => Promise<() => Promise<{ decision: Decision | null }>>> = {
  'an application that is approved': async () => {
    const { id: application_id } = await apply();
    return () => call('approve_seller_application', { application_id }, admin);
  },
  'an application that is rejected': async () => {
    const { id: application_id } = await apply();
    return () => call('reject_seller_application', { application_id }, admin);
  },
  'a report of a post': async (person) => {
    const p_report_id = await reportOf(await reportPost(person));
    return () => call('handle_report', { p_report_id, p_action: 'resolve_and_delete' }, admin);
  },
  'a report of a post that an admin deletes where it stands': async (person) => {
    const post_id = await reportPost(person);
    return () => call('delete_post', { post_id }, admin);
  },
  'a report of a comment': async (person) => {
    const { id } = await buildComment(server);
    await call('report_comment', { reported_comment_id: id, reason: 'Kasar' }, person);
    const p_report_id = await reportOf(id);
    return () => call('handle_report', { p_report_id, p_action: 'dismiss' }, admin);
  },
  'a report of a message': async (person) => {
    const { id: conversation_id, user1_id: sender_id } = await buildConversation(server, { user2_id: person.id });
    const { id: message_id } = await buildMessage(server, { conversation_id, sender_id });
    await call('report_message', { message_id, reason: 'Menipu' }, person);
    const p_report_id = await reportOf(message_id);
    return () => call('handle_report', { p_report_id, p_action: 'dismiss' }, admin);
  },
  'an appeal that is accepted': async (person) => {
    const appeal_id = await appealAgainstRemoval(person);
    return () => call('decide_appeal', { appeal_id, accepted: true }, admin);
  },
  'an appeal that is rejected': async (person) => {
    const appeal_id = await appealAgainstRemoval(person);
    return () => call('decide_appeal', { appeal_id, accepted: false }, admin);
  },
  'an appeal against a suspension that is lifted': async () => {
    const { id: user_id_to_toggle } = await buildMember(server);
    const suspend = (suspended: boolean) => call('toggle_user_suspension', { user_id_to_toggle, suspended }, admin);
    await suspend(true);
    const token = await buildAppealToken(server, { id: user_id_to_toggle });
    await call('submit_appeal', { token, appeal_text: 'Itu salah paham.' });
    return () => suspend(false);
  },
};

const isReport = (kind: string) => kind.startsWith('a report');

test.each(Object.entries(kinds).filter(([kind]) => !isReport(kind)))(
  '%s leaves the admins nothing unread once it is decided, and after an undo what they had',
  async (_what, prepare) => {
    const person = await buildMember(server);
    const [reader, other] = [await buildAdmin(server), await buildAdmin(server)];
    await prepare(person);
    const [elsewhere] = await unreadOf(other);
    const decide = await prepare(person);
    const before = await unreadOf(other);
    expect(before).toHaveLength(2);
    await call('mark_notifications_read', {}, reader);
    const page = await openPage(server.url, { cookie: other.cookie });

    const { decision } = await decide();
    expect(await unreadOf(other)).toEqual([elsewhere]);
    expect(await page.signals()).toContainEqual([`user:${other.id}`, { type: 'notifications_changed', unread: 1 }]);

    await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    expect(await unreadOf(other)).toEqual(before);
    expect(await page.signals()).toContainEqual([`user:${other.id}`, { type: 'notifications_changed', unread: 2 }]);
    expect(await unreadOf(reader)).toEqual([]);
    expect(await call('get_notifications', {}, reader)).toHaveLength(2);
  },
);

test.each(Object.entries(kinds).filter(([kind]) => isReport(kind)))(
  '%s and another one are one row, which is read once both are decided, and unread again after an undo (D56)',
  async (_what, prepare) => {
    const person = await buildMember(server);
    const [reader, other] = [await buildAdmin(server), await buildAdmin(server)];
    const [decideFirst, decideSecond] = [await prepare(person), await prepare(person)];
    const before = await unreadOf(other);
    expect(before).toHaveLength(1);
    await call('mark_notifications_read', {}, reader);
    const page = await openPage(server.url, { cookie: other.cookie });

    await decideFirst();
    expect(await unreadOf(other)).toEqual(before);
    const { decision } = await decideSecond();
    expect(await unreadOf(other)).toEqual([]);
    expect(await page.signals()).toContainEqual([`user:${other.id}`, { type: 'notifications_changed', unread: 0 }]);

    await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    expect(await unreadOf(other)).toEqual(before);
    expect(await unreadOf(reader)).toEqual([]);
    expect(await call('get_notifications', {}, reader)).toHaveLength(1);
  },
);

test('a report that is undone after others have come leaves their row the only unread one', async () => {
  const [person, other] = [await buildMember(server), await buildAdmin(server)];
  const decide = await kinds['a report of a post']!(person);
  const { decision } = await decide();
  await reportPost(person);
  const [newer] = await unreadOf(other);
  await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
  expect(await unreadOf(other)).toEqual([newer]);
});

test('an appeal that went with an undone suspension, or waits with the stall to be deleted, is not unread either', async () => {
  const other = await buildAdmin(server);
  const stall = await buildSeller(server);
  const appeal = async () => {
    const token = await buildAppealToken(server, stall);
    await call('submit_appeal', { token, appeal_text: 'Itu salah paham.' });
  };
  const suspension = await call('toggle_warung_suspension', { warung_id: stall.id, suspended: true }, admin);
  await appeal();
  expect(await unreadOf(other)).toHaveLength(1);
  await call('undo_decision', { decision_id: suspension.decision?.id ?? '' }, admin);
  expect(await call('get_notifications', {}, other)).toEqual([]);

  await call('toggle_warung_suspension', { warung_id: stall.id, suspended: true }, admin);
  await appeal();
  const before = await unreadOf(other);
  const deletion = await call('delete_warung_by_admin', { warung_id: stall.id }, admin);
  expect(await unreadOf(other)).toEqual([]);
  await call('undo_decision', { decision_id: deletion.decision?.id ?? '' }, admin);
  expect(await unreadOf(other)).toEqual(before);
});
