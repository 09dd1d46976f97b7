import { buildMember, buildSession } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test.use({ expectedErrors: /409.*update_profile/ });

test('a profile that two phones change asks about what both have changed (D70)', async ({ lapau, open }) => {
  const member = await buildMember(lapau, { phone: '0812-0000-0001' });
  const [one, other] = [await open('/profile', member), await open('/profile', await buildSession(lapau, member.id))];
  await one.getByLabel('Nomor HP').fill('0812-0000-0002');
  await one.getByLabel('Nagari', { exact: true }).fill('Koto Lamo');
  await other.getByLabel('Nomor HP').fill('0812-0000-0003');
  await other.getByLabel('Alamat', { exact: true }).fill('Jorong Lolo');
  await other.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expectToast(other, 'Profil berhasil diperbarui.');

  // Fields into which nobody has typed here follow the other phone.
  await expect(one.getByLabel('Alamat', { exact: true })).toHaveValue('Jorong Lolo');
  await expect(one.getByLabel('Nomor HP')).toHaveValue('0812-0000-0002');
  await one.getByRole('button', { name: 'Simpan', exact: true }).click();
  const dialog = one.getByRole('dialog', { name: 'Data sudah berubah' });
  await expect(dialog.getByText('0812-0000-0002')).toBeVisible();
  await expect(dialog.getByText('0812-0000-0003')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pakai yang saya tulis' }).click();
  await expectToast(one, 'Profil berhasil diperbarui.');
  const stored = lapau.db.selectFrom('profiles').select(['phone', 'nagari', 'address']).where('id', '=', member.id);
  await expect
    .poll(() => stored.executeTakeFirst())
    .toEqual({ phone: '0812-0000-0002', nagari: 'Koto Lamo', address: 'Jorong Lolo' });
  await expect(other.getByLabel('Nomor HP')).toHaveValue('0812-0000-0002');
});

test('a phone that has not heard of the change yet is refused, and then asks', async ({ lapau, open }) => {
  const member = await buildMember(lapau, { phone: '0812-0000-0001' });
  const page = await open('/profile', member);
  await page.getByLabel('Nomor HP').fill('0812-0000-0002');
  const { full_name, address, nagari, kecamatan } = member;
  await page.route(
    '**/rpc/update_profile',
    async (route) => {
      await lapau.call('update_profile', { full_name, address, nagari, kecamatan, phone: '0812-0000-0003' }, member);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Simpan', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Data sudah berubah' });
  await dialog.getByRole('button', { name: 'Pakai yang satunya' }).click();
  await expect(page.getByLabel('Nomor HP')).toHaveValue('0812-0000-0003');
});
