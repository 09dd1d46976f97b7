import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildApplication,
  buildFile,
  buildMember,
  buildPassword,
  buildSeller,
} from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);

async function buildApplicant(given: Parameters<typeof buildMember>[1] = {}) {
  const member = await buildMember(server, given);
  const application = await buildApplication(server, {
    user_id: member.id,
    warung_name: 'Dapua Uni Neti',
    warung_description: 'Katering kecil.',
  });
  return { member, application };
}
const approve = (application: { id: string }) =>
  call('approve_seller_application', { application_id: application.id }, admin);
const reject = (application: { id: string }, more: { reason?: string; field?: 'warung_name' } = {}) =>
  call('reject_seller_application', { application_id: application.id, ...more }, admin);
const roleOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('profiles').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;
const notificationsOf = (id: string) =>
  db.selectFrom('notifications').select(['type', 'content']).where('user_id', '=', id).execute();
const auditOf = (id: string) =>
  db.selectFrom('audit_log').select(['action', 'actor_id', 'details']).where('target_id', '=', id).execute();

test('approval makes a seller with a closed stall, whose session and pages know it at once (D31)', async () => {
  const { member, application } = await buildApplicant({ nagari: 'Koto Lamo' });
  await expect(call('get_my_warung', {}, member)).rejects.toMatchObject({ code: 'forbidden' });
  const page = await openPage(server.url, { cookie: member.cookie });
  const reader = await buildMember(server);
  const neighbour = await openPage(server.url, { cookie: reader.cookie });
  await neighbour.join('feed', `warung:${member.id}`);

  expect(await approve(application)).toMatchObject({ status: 'approved' });

  expect(await call('get_my_warung', {}, member)).toMatchObject({
    id: member.id,
    name: 'Dapua Uni Neti',
    bio: 'Katering kecil.',
    address: application.address,
    nagari: 'Koto Lamo',
    avatar_url: `/storage/avatars/${application.warung_avatar_url}`,
    phone_number: '0810-0000-0038',
    whatsapp_number: '0810-0000-0038',
    is_open: false,
  });
  expect(await call('get_session', {}, member)).toMatchObject({
    user: { user_metadata: { full_name: 'Dapua Uni Neti' } },
    profile: { role: 'penjual' },
  });
  expect(await call('get_my_application', {}, member)).toMatchObject({
    status: 'approved',
    decided_at: expect.any(String),
  });
  const signals = (await page.nextSignals(3)).map(([topic, signal]) => `${topic} ${signal.type}`);
  expect(signals.toSorted()).toEqual(
    ['applications_changed', 'notifications_changed', 'profile_changed'].map((type) => `user:${member.id} ${type}`),
  );
  expect(await neighbour.signals()).toEqual(
    expect.arrayContaining([
      ['feed', { type: 'feed_changed' }],
      [`warung:${member.id}`, { type: 'warung_changed', warung_id: member.id }],
    ]),
  );
  expect(await notificationsOf(member.id)).toEqual([
    {
      type: 'application_approved',
      content: 'Selamat! Pengajuan Dapua Uni Neti disetujui. Anda sekarang dapat berjualan.',
    },
  ]);
  expect(await auditOf(application.id)).toEqual([
    { action: 'approve_seller_application', actor_id: admin.id, details: { warung_name: 'Dapua Uni Neti' } },
  ]);
});

test('the first dish of a new seller is in the feed of others at once', async () => {
  const { member, application } = await buildApplicant();
  const reader = await buildMember(server);
  const dishes = async () => (await call('get_feed', {}, reader)).map(({ foodName }) => foodName);
  await dishes();
  await approve(application);
  const images = [(await buildFile(server, { uploaded_by: member.id })).path];
  await call('create_post', { food_name: 'Randang Lokan', price: '22.000', images }, member);
  expect(await dishes()).toContain('Randang Lokan');
});

test('approved ten times at once it is approved once', async () => {
  const { member, application } = await buildApplicant();
  expect(await inParallel(10, () => approve(application))).toMatchObject(
    Array.from({ length: 10 }, () => ({ status: 'approved' })),
  );
  await call('set_warung_open', { is_open: true }, member);
  expect(await approve(application)).toMatchObject({ status: 'approved' });
  expect(await call('get_my_warung', {}, member)).toMatchObject({ is_open: true });
  expect(await notificationsOf(member.id)).toHaveLength(1);
  expect(await auditOf(application.id)).toHaveLength(1);
});

test('approved by one admin and rejected by another at once, one wins and the other is told who, what and when (D75)', async () => {
  const other = await buildAdmin(server);
  for (let round = 0; round < 5; round += 1) {
    const { member, application } = await buildApplicant();
    const input = { application_id: application.id, version: 0 };
    const answers = await Promise.all([
      server.rawCall('approve_seller_application', input, admin),
      server.rawCall('reject_seller_application', { ...input, reason_key: 'incomplete' }, other),
    ]);
    const { status } = (await call('get_my_application', {}, member))!;
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
    const [winner, action] = status === 'approved' ? [admin, 'approve'] : [other, 'reject'];
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      code: 'already_decided',
      current: { action, decided_by: winner.id, decided_by_name: winner.full_name, decided_at: expect.any(String) },
    });
    expect(await roleOf(member)).toBe(status === 'approved' ? 'penjual' : 'pembeli');
    expect((await notificationsOf(member.id)).map(({ type }) => type)).toEqual([
      status === 'approved' ? 'application_approved' : 'application_rejected',
    ]);
    expect(await auditOf(application.id)).toHaveLength(1);
  }
});

test('a rejection tells why and what to change, and keeps what was typed (D31)', async () => {
  const { member, application } = await buildApplicant();
  const reason = 'Nama terlalu pendek.\nTulis nama yang dikenal.';
  expect(await reject(application, { reason, field: 'warung_name' })).toMatchObject({ status: 'rejected' });
  expect(await call('get_my_application', {}, member)).toMatchObject({
    status: 'rejected',
    rejection_reason: reason,
    rejection_field: 'warung_name',
    warung_name: 'Dapua Uni Neti',
    street: 'Jorong Lolo',
  });
  expect(await notificationsOf(member.id)).toEqual([
    { type: 'application_rejected', content: `Pengajuan Dapua Uni Neti ditolak: ${reason}` },
  ]);
  expect(await roleOf(member)).toBe('pembeli');
  await expect(approve(application)).rejects.toMatchObject({ status: 409, code: 'already_decided' });
  expect(await auditOf(application.id)).toHaveLength(1);

  const other = await buildApplicant();
  await reject(other.application);
  expect(await notificationsOf(other.member.id)).toMatchObject([
    { content: 'Pengajuan Dapua Uni Neti ditolak. Anda dapat mengajukan ulang.' },
  ]);
});

test('undoing an approval leaves the role to who has become an admin meanwhile', async () => {
  const { member, application } = await buildApplicant();
  const { decision } = await approve(application);
  const { full_name: new_full_name, email: new_email } = member;
  await call(
    'update_user_by_admin',
    { user_id_to_update: member.id, new_full_name, new_email, new_role: 'admin' },
    admin,
  );
  await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
  expect(await roleOf(member)).toBe('admin');
});

test('an approval is not undone when the new seller has lost the stall and applied again', async () => {
  const { member, application } = await buildApplicant();
  const { decision } = await approve(application);
  await call('delete_warung_by_admin', { warung_id: member.id, reason: 'Penipuan.' }, admin);
  const again = await buildApplication(server, { user_id: member.id });
  const undo = call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
  await expect(undo).rejects.toMatchObject({ status: 409, code: 'undo_expired' });
  expect(await call('get_my_application', {}, member)).toMatchObject({ id: again.id, status: 'pending' });
});

test('an admin who applies does not decide it, another one does (D75)', async () => {
  const applicant = await buildAdmin(server);
  const { id: application_id } = await buildApplication(server, { user_id: applicant.id });
  for (const decide of ['approve_seller_application', 'reject_seller_application'] as const) {
    const refused = call(decide, { application_id }, applicant);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'own_case' });
  }
  expect(await approve({ id: application_id })).toMatchObject({ status: 'approved' });
});

test('a suspended person is not made a seller, but may be rejected', async () => {
  const { member, application } = await buildApplicant();
  await call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin);
  await expect(approve(application)).rejects.toMatchObject({ status: 409, code: 'applicant_suspended' });
  expect(await roleOf(member)).toBe('pembeli');
  expect(await call('get_pending_applications', { limit: 1 }, admin)).toMatchObject([
    { id: application.id, is_suspended: true },
  ]);
  expect(await reject(application)).toMatchObject({ status: 'rejected' });
});

test('approved while the person is being suspended, both hold or the approval is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { member, application } = await buildApplicant();
    const [approval] = await Promise.all([
      server.rawCall('approve_seller_application', { application_id: application.id }, admin),
      call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin),
    ]);
    expect([200, 409]).toContain(approval.status);
    expect(await roleOf(member)).toBe(approval.status === 200 ? 'penjual' : 'pembeli');
    await expect(call('get_warung', { warung_id: member.id }, await buildMember(server))).rejects.toMatchObject({
      code: 'warung_not_found',
    });
  }
});

test('an account deleted while its application is decided leaves neither application nor stall', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { member, application } = await buildApplicant();
    const password = await buildPassword(server, member);
    const answers = await Promise.all([
      server.rawCall('approve_seller_application', { application_id: application.id }, admin),
      server.rawCall('delete_account', { password }, member),
    ]);
    expect([200, 404]).toContain(answers[0].status);
    expect(answers[1].status).toBe(200);
    for (const table of ['seller_applications', 'warungs'] as const) {
      const column = table === 'warungs' ? 'id' : 'user_id';
      expect(await db.selectFrom(table).select('id').where(column, '=', member.id).execute()).toEqual([]);
    }
    await expect(approve(application)).rejects.toMatchObject({ status: 404, code: 'application_not_found' });
  }
});

test('who lost the role applies again and gets the stall back, closed, with what was applied for; a suspension stays', async () => {
  const seller = await buildSeller(server, { profile: { role: 'pembeli' }, warung: { name: 'Lapau Lama' } });
  const application = await buildApplication(server, { user_id: seller.id, warung_name: 'Lapau Baru' });
  await approve(application);
  expect(await call('get_warung', { warung_id: seller.id }, admin)).toMatchObject({
    name: 'Lapau Baru',
    is_open: false,
  });
  const suspended = await buildSeller(server, { profile: { role: 'pembeli' }, warung: { is_suspended: true } });
  await approve(await buildApplication(server, { user_id: suspended.id }));
  await expect(call('get_warung', { warung_id: suspended.id }, admin)).rejects.toMatchObject({
    code: 'warung_not_found',
  });
});

test('an admin who gets a stall stays an admin (D9, D12)', async () => {
  const other = await buildAdmin(server);
  await approve(await buildApplication(server, { user_id: other.id }));
  expect(await roleOf(other)).toBe('admin');
  expect(await call('get_my_warung', {}, other)).toMatchObject({ name: 'Dapua Uni Neti' });
});

test('while the old stall’s deletion may be undone, admins are told what an approval waits for; then it goes (D75)', async () => {
  const deciding = [admin, await buildAdmin(server)];
  for (const end of ['settled', 'undone'] as const) {
    const seller = await buildSeller(server);
    const { decision } = await call('delete_warung_by_admin', { warung_id: seller.id }, admin);
    const application = await buildApplication(server, { user_id: seller.id, warung_name: 'Lapau Baru' });
    const input = { application_id: application.id, version: 0 };
    for (const answer of await Promise.all(
      deciding.map((as) => server.rawCall('approve_seller_application', input, as)),
    )) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'stall_being_deleted',
          message: 'Penghapusan warungnya masih bisa dibatalkan. Coba lagi setengah menit lagi.',
        },
      });
    }
    expect(await call('get_my_application', {}, seller)).toMatchObject({ status: 'pending' });
    expect(await roleOf(seller)).toBe('pembeli');
    if (end === 'settled') await settle(server, decision);
    else await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    expect(await approve(application)).toMatchObject({ status: 'approved' });
    expect(await roleOf(seller)).toBe('penjual');
    expect(await call('get_warung', { warung_id: seller.id }, admin)).toMatchObject({ name: 'Lapau Baru' });
    await expect(call('undo_decision', { decision_id: decision?.id ?? '' }, deciding[1])).rejects.toMatchObject({
      code: 'undo_expired',
    });
  }
});

test('what is rejected while the old stall waits to be deleted stays, with why', async () => {
  const seller = await buildSeller(server);
  const { decision } = await call('delete_warung_by_admin', { warung_id: seller.id }, admin);
  const application = await buildApplication(server, { user_id: seller.id });
  await reject(application, { reason: 'Nama terlalu pendek.' });
  await settle(server, decision);
  expect(await call('get_my_application', {}, seller)).toMatchObject({
    id: application.id,
    status: 'rejected',
    rejection_reason: 'Nama terlalu pendek.',
  });
});

test('nobody is approved who is being deleted', async () => {
  const { member, application } = await buildApplicant();
  const { decision } = await call('delete_user_by_admin', { user_id_to_delete: member.id }, admin);
  await expect(approve(application)).rejects.toMatchObject({ status: 409, code: 'person_being_deleted' });
  await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
  expect(await approve(application)).toMatchObject({ status: 'approved' });
});
