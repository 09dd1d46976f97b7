import { describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildSeller } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { rawCall } = server;
const admin = await buildAdmin(server);

type Person = Awaited<ReturnType<typeof buildMember>>;
const profile = (full_name: string, phone = '') => ({ full_name, address: '', nagari: '', kecamatan: '', phone });
const edit = ({ id, email, role }: Person, new_full_name: string, new_phone = '') => ({
  user_id_to_update: id,
  new_full_name,
  new_email: email,
  new_role: role,
  new_phone,
});

describe('the name of an office (D63)', () => {
  const refusal = { status: 422, body: { code: 'name_reserved' } };

  test.each(['Admin Nagari', 'A d m i n', 'Adm1n', 'Lapau Resmi'])(
    '%s is refused wherever somebody gets a name',
    async (name) => {
      const [member, seller] = [await buildMember(server), await buildSeller(server)];
      const application = await callInputs.submit_application(server, member);
      const answers = {
        profile: await rawCall('update_profile', profile(name), member),
        edit: await rawCall('update_user_by_admin', edit(member, name), admin),
        application: await rawCall('submit_application', { ...application, warung_name: name }, member),
        stall: await rawCall('update_my_warung', { name, closes_nightly: false, version: 1 }, seller),
        stallEdit: await rawCall('update_warung_by_admin', { warung_id: seller.id, name, version: 1 }, admin),
      };
      for (const [way, answer] of Object.entries(answers)) expect(answer, way).toMatchObject(refusal);
    },
  );

  test('stays with whoever has it, while something else of the profile or stall changes', async () => {
    const name = 'Admin Kadai';
    const member = await buildMember(server, { full_name: name });
    const seller = await buildSeller(server, { warung: { name } });
    const answers = [
      await rawCall('update_profile', profile(name, '0810-0000-0001'), member),
      await rawCall('update_user_by_admin', edit(member, name, '0810-0000-0002'), admin),
      await rawCall('update_my_warung', { name, bio: 'Buka pagi', closes_nightly: false, version: 1 }, seller),
      await rawCall('update_warung_by_admin', { warung_id: seller.id, name, bio: 'Buka siang', version: 2 }, admin),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('is an admin’s, and of those whom an admin makes one', async () => {
    const person = await buildMember(server);
    expect((await rawCall('update_profile', profile('Admin Kapur IX'), admin)).status).toBe(200);
    const promoted = { ...edit(person, 'Pengelola Muaro Paiti'), new_role: 'admin' as const };
    expect((await rawCall('update_user_by_admin', promoted, admin)).status).toBe(200);
  });
});
