import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPassword, buildRecoveryCode } from '../server/src/testing/builders.ts';
import { startSmtpServer } from '../server/src/testing/smtp.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { answerCall } from './support/calls.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { signUp } from './support/sign-up.ts';
import { expect, test } from './support/story.ts';

const sentText = 'Link untuk reset password telah dikirim ke email Anda.';
const savedText = 'Kata sandi baru tersimpan. Silakan masuk.';

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
}

test('without a mail server a forgotten password leads to the admins, who make a code', async ({ open }) => {
  const lapau = await startLapauProcess();
  const admin = await buildAdmin(lapau, { full_name: 'Datuak Rajo Nan Gadang' });
  const contact = 'WhatsApp: 0812-3456-7890\nBalai Nagari';
  await lapau.call('update_app_setting', { key_to_update: 'contact_info', value_to_update: contact }, admin);
  const member = await buildMember(lapau);
  const page = await open(`${lapau.url}/login`);
  await page.getByRole('link', { name: 'Lupa Password' }).click();
  await expect(page.getByText('Minta kodenya kepada admin nagari.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Admin nagari' })).toHaveText('Datuak Rajo Nan Gadang');
  await expect(page.getByRole('link', { name: '0812-3456-7890' })).toHaveAttribute('href', /^https:\/\/wa\.me\/62/);
  // Nothing on this page promises a mail.
  await expect(page.getByLabel('Email')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Kirim tautan' })).toBeHidden();
  await expectAccessible(page);
  expect(await layoutFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Pakai kode pemulihan' }).click();
  await page.getByLabel('Kode pemulihan').fill(await buildRecoveryCode(lapau, member));
  await page.getByLabel('Kata sandi baru').fill('sandi dari admin');
  await page.getByRole('button', { name: 'Simpan kata sandi' }).click();
  const saved = page.getByRole('status').filter({ hasText: savedText });
  await expect(saved).toBeFocused();
  await page.reload();
  await expect(saved).toBeVisible();
  await signIn(page, member.email, 'sandi dari admin');
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  await page.goto('about:blank');
  await lapau.stop();
});

test('new accounts that wait for a link, where no mail is sent, are told whom to ask for it', async ({ open }) => {
  const lapau = await startLapauProcess(undefined, { environment: { LAPAU_EMAIL_VERIFICATION: 'on' } });
  await buildAdmin(lapau, { full_name: 'Datuak Rajo Nan Gadang' });
  const page = await open('about:blank');
  const held = Promise.withResolvers<void>();
  await page.route('**/rpc/get_sign_up_options', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${lapau.url}/login?mode=daftar`);
  await signUp(page, 'baru@lapau.test');
  const note = page.getByRole('status').filter({ hasText: 'Pendaftaran' });
  // The note promises no mail before it is known whether mails arrive.
  await expect(note).toHaveText('Pendaftaran Anda sudah diterima.');
  held.resolve();
  await expect(note).toContainText('Minta tautannya kepada pengelola situs lewat admin nagari.');
  await expect(note.getByRole('list', { name: 'Admin nagari' })).toHaveText('Datuak Rajo Nan Gadang');
  await expectAccessible(page);
  await page.goto('about:blank');
  await lapau.stop();
});

test.describe('with a mail server', () => {
  test.use({ expectedErrors: /403.*sign-in/ });

  test('what a form has done stays on the screen', async ({ open }) => {
    const smtp = await startSmtpServer();
    const lapau = await startLapauProcess(undefined, { environment: { SMTP_URL: smtp.url } });
    await buildAdmin(lapau, { full_name: 'Datuak Rajo Nan Gadang' });
    const member = await buildMember(lapau);
    await buildPassword(lapau, member);
    const page = await open(`${lapau.url}/login?mode=lupa`);
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Kirim tautan' }).click();
    const sent = page.getByRole('status').filter({ hasText: sentText });
    await expect(sent).toBeFocused();
    await expect(sent).toContainText(member.email);
    await expect(page.getByRole('button', { name: 'Kirim tautan' })).toBeHidden();
    await expect(page.getByText('Datuak Rajo Nan Gadang')).toBeHidden();
    await expectAccessible(page);
    expect(await layoutFaults(page)).toEqual([]);
    await page.reload();
    await expect(sent).toContainText(member.email);
    await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click();
    await expect(page.getByText(`Anda meminta tautan untuk kata sandi baru ke ${member.email}.`)).toBeVisible();
    await page.getByRole('link', { name: 'Lupa Password' }).click();
    await page.getByRole('button', { name: 'Tulis email lain' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await expect(page.getByRole('button', { name: 'Kirim tautan' })).toBeVisible();

    const { data } = await smtp.first();
    const [hash = ''] = /#reset=\S+/.exec(data.replaceAll('=\n', '').replaceAll('=3D', '=')) ?? [];
    await page.goto(`${lapau.url}/login${hash}`);
    await page.getByLabel('Kata sandi baru').fill('sandi yang baru');
    await page.getByRole('button', { name: 'Simpan kata sandi' }).click();
    await expect(page.getByRole('status').filter({ hasText: savedText })).toBeFocused();

    await page.goto(`${lapau.url}/login?mode=daftar`);
    await signUp(page, 'baru@lapau.test');
    const note = page.getByRole('status').filter({ hasText: 'Silakan periksa email Anda untuk verifikasi.' });
    await expect(note).toContainText('Belum sampai? Masuk dengan kata sandi Anda');
    await signIn(page, 'baru@lapau.test', 'rahasia');
    await expect(page.getByText('Email belum diverifikasi.')).toBeVisible();
    await expect(note).toBeVisible();
    await page.goto('about:blank');
    await lapau.stop();
    smtp.close();
  });

  test('that fails for a while, nobody is told that a mail is there', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const page = await open('/login');
    const late = { email_verification: true, nagari: [], mail: 'late' as const, admins: ['Bundo Kanduang'] };
    await answerCall(page, 'get_sign_up_options', late);
    await page.getByRole('link', { name: 'Lupa Password' }).click();
    await expect(page.getByText('Email sedang terlambat')).toBeVisible();
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Kirim tautan' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Permintaan Anda sudah diterima.' })).toBeFocused();
    await expect(page.getByText(sentText)).toBeHidden();
    await expect(page.getByText('Bundo Kanduang')).toBeVisible();
    await expectAccessible(page);
  });
});
