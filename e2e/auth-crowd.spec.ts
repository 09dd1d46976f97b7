import type { ConfirmationNeeded } from '@lapau/contract/auth';
import { buildMember, buildPassword } from '../server/src/testing/builders.ts';
import { startSmtpServer } from '../server/src/testing/smtp.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test.describe('signing in on a new device while hundreds do', () => {
  test.use({ expectedErrors: /(401|403).*sign-in/ });

  test('is asked for a mailed code, which also serves when the password was wrong', async ({ open }) => {
    const smtp = await startSmtpServer();
    const environment = { SMTP_URL: smtp.url, LAPAU_EMAIL_VERIFICATION: 'off' };
    const lapau = await startLapauProcess(undefined, { environment });
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    const page = await open(`${lapau.url}/login`);
    const submit = async (typed: string) => {
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Kata sandi', { exact: true }).fill(typed);
      await page.getByRole('button', { name: 'Masuk' }).click();
    };
    // The server serves people who come for the first time before others.
    await submit('salah sekali');
    await expect(page.getByText('Email atau password salah.').first()).toBeVisible();

    const leaving = new AbortController();
    const crowd = Array.from({ length: 600 }, async (_, index) => {
      const body = JSON.stringify({ email: `ramai-${index}@lapau.test`, password: 'salah sekali' });
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body, signal: leaving.signal };
      await fetch(`${lapau.url}/auth/sign-in/email`, init).catch(() => undefined);
    });
    const waiting = async () => {
      const metrics = await (await fetch(`${lapau.url}/metrics`)).text();
      return Number(/lapau_passwords_waiting\{lane="sign-ins"\} (\d+)/.exec(metrics)?.[1]);
    };
    await expect.poll(waiting).toBeGreaterThan(450);
    await submit('salah lagi');
    await expect(page.getByText('Lapau sedang sangat ramai.')).toBeVisible();
    await expect(page.getByText('Kata sandi Anda diperiksa sesudahnya.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Coba tanpa kode' }).click();
    await expectToast(page, 'Lapau masih sangat ramai. Pakai kode dari email Anda.');
    const { data } = await smtp.first();
    await page.getByLabel('Kode konfirmasi').fill(/^\d{4}-\d{4}-\d{4}$/m.exec(data)?.[0] ?? '');
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page.getByText('Email atau password salah.').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
    leaving.abort();
    await Promise.all(crowd);
    await expect.poll(waiting).toBe(0);
    await page.goto('about:blank');
    await lapau.stop();
    smtp.close();
  });

  test('is told at the form what the server answers to the password without a code', async ({ open, lapau }) => {
    const member = await buildMember(lapau, { is_suspended: true });
    const password = await buildPassword(lapau, member);
    const page = await open('/login');
    const current: ConfirmationNeeded = { confirmation: crypto.randomUUID(), by: 'mail', because: 'crowd' };
    await page.route(
      '**/auth/sign-in/email',
      (route) =>
        route.fulfill({ status: 403, json: { code: 'confirmation_needed', message: 'Tulis kodenya.', current } }),
      { times: 1 },
    );
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Masuk' }).click();
    await page.getByRole('button', { name: 'Coba tanpa kode' }).click();
    await expect(page.getByRole('region', { name: 'Penangguhan' })).toContainText('Akun Anda telah ditangguhkan.');
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
  });
});
