import { buildAdmin, buildMember } from '../server/src/testing/builders.ts';
import { startSmtpServer } from '../server/src/testing/smtp.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { signUp } from './support/sign-up.ts';
import { expect, test } from './support/story.ts';

test.use({ expectedErrors: /403.*sign-in/ });

test('a mistyped email is told after the password, and admins see which account gets no mails', async ({ open }) => {
  const answers = (line: string) => (/^RCPT.*(?:salah|penuh)/.test(line) ? '550 5.1.1 no such user' : undefined);
  const smtp = await startSmtpServer({ answers });
  const lapau = await startLapauProcess(undefined, { environment: { SMTP_URL: smtp.url } });
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau, { email: 'penuh@lapau.test', full_name: 'Etek Ros' });
  const page = await open(`${lapau.url}/login?mode=daftar`);
  await signUp(page, 'salah@lapau.test');
  await expect(page.getByText('Pendaftaran berhasil!')).toBeVisible();
  const refused = page.getByText('Alamat email ini tidak dapat menerima surat. Periksa penulisannya.');
  await expect(async () => {
    await page.getByLabel('Email').fill('salah@lapau.test');
    await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
    const answered = page.waitForResponse('**/auth/sign-in/email');
    await page.getByRole('button', { name: 'Masuk' }).click();
    expect(await (await answered).json()).toMatchObject({ code: 'email_takes_no_mail' });
  }).toPass();
  await expect(refused.first()).toBeVisible();
  await expect(page.getByText('Daftar lagi dengan email yang benar.')).toBeVisible();
  await expectAccessible(page);
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Daftar Akun Baru' }).click();
  await expect(page.getByRole('heading', { name: 'Daftar Akun Baru' })).toBeVisible();

  await page.request.post(`${lapau.url}/auth/request-password-reset`, { data: { email: member.email } });
  await page.goto('about:blank');
  const desk = await open('about:blank');
  const [name = '', value = ''] = admin.cookie.split('=', 2);
  await desk.context().addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  await desk.goto(`${lapau.url}/admin/users`);
  const card = desk.getByRole('listitem').filter({ hasText: 'Etek Ros' });
  await expect(card.getByText('Email menolak surat')).toBeVisible();
  await expectAccessible(desk);
  expect(await layoutFaults(desk)).toEqual([]);
  await desk.goto('about:blank');
  await lapau.stop();
  smtp.close();
});
