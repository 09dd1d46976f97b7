import type { CallOutput } from '@lapau/contract/calls';
import { expect, test } from 'vitest';
import { auth } from '../../testing/auth.ts';
import {
  buildAdmin,
  buildDecision,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
  buildSession,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall } = server;
const admin = await buildAdmin(server);
const second = await buildAdmin(server);

async function buildSuspended(kind: 'user' | 'warung' = 'user') {
  const person = await buildSeller(server);
  const password = await buildPassword(server, person);
  const given = { suspended: true, reason: 'Menjual barang terlarang.' };
  if (kind === 'user') await call('toggle_user_suspension', { user_id_to_toggle: person.id, ...given }, admin);
  else await call('toggle_warung_suspension', { warung_id: person.id, ...given }, admin);
  const signIn = async () => {
    const { status, body } = await auth(server, '/auth/sign-in/email', { email: person.email, password });
    return { status, ...(body as { code?: string; current?: { appeal_token: string | null; appeal: string | null } }) };
  };
  return { person, signIn };
}
const signedIn = async (person: BuiltMember) => ({ ...person, ...(await buildSession(server, person.id)) });
const waiting = (as = second) => call('get_pending_appeals', { limit: 50 }, as);
const appealOf = async (userId: string) => (await waiting()).find(({ user_id }) => user_id === userId);

test.each(['user', 'warung'] as const)(
  'a suspended %s reads the reason after the right password, sends one text, and is heard (D76)',
  async (kind) => {
    const { person, signIn } = await buildSuspended(kind);
    const refused = await signIn();
    expect(refused).toMatchObject({
      status: 403,
      code: kind === 'user' ? 'account_suspended' : 'warung_suspended',
      current: { reason: 'Menjual barang terlarang.', appeal: null, appeal_token: expect.any(String) },
    });
    const token = refused.current?.appeal_token ?? '';
    const send = (appeal_text: string) => rawCall('submit_appeal', { token, appeal_text }, person);
    expect(await send('Itu salah paham.')).toMatchObject({ status: 200 });
    expect(await send('Itu salah paham.')).toMatchObject({ status: 200 });
    expect(await send('Sekali lagi.')).toMatchObject({ status: 409, body: { code: 'appeal_sent' } });
    expect((await signIn()).current).toMatchObject({ appeal: 'pending', appeal_token: null });
    const appeal = await appealOf(person.id);
    expect(appeal).toMatchObject({ content: 'Itu salah paham.', is_by_me: false, decision: { action: 'suspend' } });
    expect(await waiting(admin)).toContainEqual(expect.objectContaining({ id: appeal?.id, is_by_me: true }));

    const input = { appeal_id: appeal?.id ?? '', accepted: true };
    const { decision } = await call('decide_appeal', input, second);
    expect((await signIn()).status).toBe(200);
    expect(await rawCall('decide_appeal', input, admin)).toMatchObject({
      status: 409,
      body: { code: 'already_decided', current: { decided_by: second.id, action: 'lift' } },
    });
    await call('undo_decision', { decision_id: decision.id }, second);
    expect((await signIn()).current).toMatchObject({ appeal: 'pending' });
    expect(await appealOf(person.id)).toMatchObject({ id: appeal?.id });
  },
);

test('a wrong password tells nothing, and a token is of no use once the suspension is lifted', async () => {
  const { person, signIn } = await buildSuspended();
  const wrong = await auth(server, '/auth/sign-in/email', { email: person.email, password: 'salah sekali' });
  expect(wrong.body).toMatchObject({ code: 'invalid_credentials' });
  expect(wrong.body).not.toHaveProperty('current');
  const token = (await signIn()).current?.appeal_token ?? '';
  await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, admin);
  for (const given of [token, 'tebakan']) {
    expect(await rawCall('submit_appeal', { token: given, appeal_text: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_token' },
    });
  }
});

test('who appeals while suspended reads the answer when signing in (D76)', async () => {
  const { person, signIn } = await buildSuspended();
  const token = (await signIn()).current?.appeal_token ?? '';
  await call('submit_appeal', { token, appeal_text: 'Itu salah paham.' }, person);
  const appeal_id = (await appealOf(person.id))?.id ?? '';
  const { decision } = await call('decide_appeal', { appeal_id, accepted: false, reason: 'Ada tiga saksi.' }, second);
  const rejected = { appeal: 'rejected', appeal_answer: 'Ada tiga saksi.', appeal_token: null };
  expect((await signIn()).current).toMatchObject(rejected);
  await call('undo_decision', { decision_id: decision.id }, second);
  expect((await signIn()).current).toMatchObject({ appeal: 'pending', appeal_answer: '' });
});

test('lifting a suspension accepts the appeal against it, and a later suspension can be appealed against again', async () => {
  const { person, signIn } = await buildSuspended();
  const suspend = (suspended: boolean, reason = '') =>
    call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended, reason }, admin);
  const send = async (appeal_text: string) =>
    call('submit_appeal', { token: (await signIn()).current?.appeal_token ?? '', appeal_text }, person);
  await send('Itu salah paham.');
  const first = await appealOf(person.id);
  const { decision: lift } = await suspend(false, 'Maaf, kami keliru.');
  expect(await appealOf(person.id)).toBeUndefined();
  expect(await rawCall('decide_appeal', { appeal_id: first?.id ?? '', accepted: false }, second)).toMatchObject({
    status: 409,
    body: { code: 'already_decided', current: { id: lift?.id } },
  });
  expect(await call('get_notifications', {}, await signedIn(person))).toMatchObject([
    { content: 'Penangguhan akun Anda dicabut. Selamat datang kembali. Maaf, kami keliru.' },
  ]);
  const { decision: again } = await suspend(true);
  await send('Sekali lagi salah paham.');
  expect(await appealOf(person.id)).toMatchObject({ decision: { id: again?.id } });
  // undoing the suspension takes back what was sent against it
  await call('undo_decision', { decision_id: again?.id ?? '' }, admin);
  expect(await appealOf(person.id)).toBeUndefined();
});

test('an appeal that is rejected while the suspension is lifted is answered once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { person, signIn } = await buildSuspended();
    const token = (await signIn()).current?.appeal_token ?? '';
    await call('submit_appeal', { token, appeal_text: 'Keliru.' }, person);
    const appeal_id = (await appealOf(person.id))?.id ?? '';
    const [{ decision: lift }, answer] = await Promise.all([
      call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, admin),
      rawCall('decide_appeal', { appeal_id, accepted: false }, second),
    ]);
    // Either the rejection came before the lift, or it was refused.
    if (answer.status === 200) {
      const { decision } = answer.body as CallOutput<'decide_appeal'>;
      expect(decision.version).toBeLessThan(lift?.version ?? 0);
    } else expect(answer).toMatchObject({ status: 409, body: { code: 'already_decided', current: { id: lift?.id } } });
  }
});

test('a rejection is not undone once the suspension is lifted', async () => {
  const { person, signIn } = await buildSuspended();
  await call('submit_appeal', { token: (await signIn()).current?.appeal_token ?? '', appeal_text: 'Keliru.' }, person);
  const appeal_id = (await appealOf(person.id))?.id ?? '';
  const { decision } = await call('decide_appeal', { appeal_id, accepted: false }, second);
  await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, admin);
  expect(await rawCall('undo_decision', { decision_id: decision.id }, second)).toMatchObject({
    status: 409,
    body: { code: 'undo_expired' },
  });
  expect(await appealOf(person.id)).toBeUndefined();
});

test('an appeal for a stall goes with it once the stall is deleted', async () => {
  const { person, signIn } = await buildSuspended('warung');
  await call('submit_appeal', { token: (await signIn()).current?.appeal_token ?? '', appeal_text: 'Keliru.' }, person);
  const { decision } = await call('delete_warung_by_admin', { warung_id: person.id }, admin);
  const appeal_id = (await appealOf(person.id))?.id ?? '';
  expect(await rawCall('decide_appeal', { appeal_id, accepted: true }, second)).toMatchObject({
    status: 409,
    body: { code: 'already_decided', current: { id: decision?.id } },
  });
  await settle(server, decision);
  expect(await appealOf(person.id)).toBeUndefined();
});

test('who decides on an older version is refused with what stands (D75)', async () => {
  const { person, signIn } = await buildSuspended();
  await call('submit_appeal', { token: (await signIn()).current?.appeal_token ?? '', appeal_text: 'Keliru.' }, person);
  const { id: appeal_id, version } = (await appealOf(person.id))!;
  const decide = (input: { accepted: boolean; version: number }, as = second) =>
    rawCall('decide_appeal', { appeal_id, ...input }, as);
  expect(await decide({ accepted: true, version: version + 1 })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
  const answers = await Promise.all([
    decide({ accepted: false, version }, admin),
    decide({ accepted: true, version }),
    decide({ accepted: false, version }, admin),
  ]);
  const rejected = answers[0].status === 200;
  expect(answers.map(({ status }) => status)).toEqual(rejected ? [200, 409, 200] : [409, 200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    current: { decided_by: rejected ? admin.id : second.id, action: rejected ? 'reject' : 'lift' },
  });
});

test('a rejected appeal stays so, is told, and cannot be sent again', async () => {
  const member = await buildMember(server);
  const about = { subject_type: 'post' as const, subject_id: crypto.randomUUID(), action: 'remove' as const };
  const { id: decision_id } = await buildDecision(server, admin, { ...about, user_id: member.id });
  expect(await call('get_my_appeal', { decision_id }, member)).toEqual({ appeal: null });
  await call('appeal_removal', { decision_id, appeal_text: 'Foto itu milik saya.' }, member);
  const appeal_id = (await appealOf(member.id))?.id ?? '';
  const mine = (as = member) => call('get_my_appeal', { decision_id }, as);
  expect(await mine()).toMatchObject({ appeal: { content: 'Foto itu milik saya.', status: 'pending', answer: '' } });
  await call('decide_appeal', { appeal_id, accepted: false, reason: 'Foto dari internet.' }, second);
  expect(await mine()).toMatchObject({ appeal: { status: 'rejected', answer: 'Foto dari internet.' } });
  expect(await call('get_notifications', {}, member)).toMatchObject([
    {
      type: 'appeal_outcome',
      content: 'Keberatan Anda sudah diperiksa. Keputusan semula tetap berlaku. Foto dari internet.',
    },
  ]);
  await expect(call('appeal_removal', { decision_id, appeal_text: 'Lagi' }, member)).rejects.toMatchObject({
    code: 'appeal_sent',
  });
  const stranger = await buildMember(server);
  await expect(call('appeal_removal', { decision_id, appeal_text: 'x' }, stranger)).rejects.toMatchObject({
    code: 'decision_not_found',
  });
  await expect(mine(stranger)).rejects.toMatchObject({ code: 'decision_not_found' });
});

test.each([
  ['post', 'remove', 'Anda dapat memposting lagi.'],
  ['comment', 'remove', 'Anda dapat berkomentar lagi.'],
  ['warung', 'delete', 'Anda dapat mengajukan warung lagi.'],
] as const)('an accepted appeal about a deleted %s says what one may do again', async (type, action, text) => {
  const member = await buildMember(server);
  const about = { subject_type: type, subject_id: crypto.randomUUID(), action };
  const { id: decision_id } = await buildDecision(server, admin, { ...about, user_id: member.id });
  await call('appeal_removal', { decision_id, appeal_text: 'Itu keliru.' }, member);
  await call('decide_appeal', { appeal_id: (await appealOf(member.id))?.id ?? '', accepted: true }, second);
  const [told] = await call('get_notifications', {}, member);
  expect(told).toMatchObject({ type: 'appeal_outcome', content: `Keberatan Anda diterima. ${text}` });
});

test('an admin who appeals does not answer it, another one does (D75)', async () => {
  const post = await buildPost(server, { user_id: second.id });
  const { decision } = await call('delete_post', { post_id: post.id }, admin);
  await call('appeal_removal', { decision_id: decision?.id ?? '', appeal_text: 'Itu masakan saya.' }, second);
  const appeal_id = (await appealOf(second.id))?.id ?? '';
  for (const accepted of [true, false]) {
    const refused = call('decide_appeal', { appeal_id, accepted }, second);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'own_case' });
  }
  expect(await call('decide_appeal', { appeal_id, accepted: false }, admin)).toMatchObject({ status: 'rejected' });
});

test('an appeal sent while the removal is being undone is refused, or gone with it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const post = await buildPost(server);
    const person = await signedIn({ id: post.user_id } as BuiltMember);
    const { decision } = await call('delete_post', { post_id: post.id }, admin);
    const decision_id = decision?.id ?? '';
    const [undone, sent] = await Promise.all([
      rawCall('undo_decision', { decision_id }, admin),
      rawCall('appeal_removal', { decision_id, appeal_text: 'Itu masakan saya.' }, person),
    ]);
    expect(undone.status).toBe(200);
    expect([200, 404]).toContain(sent.status);
    expect(await appealOf(post.user_id)).toBeUndefined();
  }
});
