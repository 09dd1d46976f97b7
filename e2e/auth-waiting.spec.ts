import { startSmtpServer } from '../server/src/testing/smtp.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { signUp } from './support/sign-up.ts';
import { expect, test } from './support/story.ts';

test('the app that waits for the link of a sign-up says so until the link is opened in another browser', async ({
  open,
}) => {
  const smtp = await startSmtpServer();
  const lapau = await startLapauProcess(undefined, { environment: { SMTP_URL: smtp.url } });
  const first = await open(`${lapau.url}/login?mode=daftar`);
  await signUp(first, 'baru@lapau.test');
  const note = first.getByRole('status').filter({ hasText: 'Silakan periksa email Anda untuk verifikasi.' });
  await expect(note).toBeFocused();
  await expect(note).toContainText('Alamatnya baru@lapau.test.');
  await expect(note).toContainText('Lihat juga di folder spam.');
  await expectAccessible(first);
  expect(await layoutFaults(first)).toEqual([]);

  // The person closes the app to look for the mail, and opens it again.
  const page = await first.context().newPage();
  await first.close();
  await page.goto(`${lapau.url}/login`);
  await expect(page.getByText('Silakan periksa email Anda untuk verifikasi.')).toBeVisible();

  const { data } = await smtp.first();
  const [hash = ''] = /#verify=\S+/.exec(data.replaceAll('=\n', '').replaceAll('=3D', '=')) ?? [];
  const other = await open('about:blank');
  await other.goto(`${lapau.url}/login${hash}`);
  await other.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
  await other.getByRole('button', { name: 'Verifikasi email' }).click();
  await expect(other.getByRole('link', { name: 'Profil' })).toBeVisible();

  // The page asks every 15 seconds.
  await expect(page.getByText('Email Anda sudah diverifikasi.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Masuk dengan baru@lapau.test dan kata sandi')).toBeVisible();
  await expect(page.getByText('Silakan periksa email Anda untuk verifikasi.')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Email').fill('baru@lapau.test');
  await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  for (const each of [page, other]) await each.goto('about:blank');
  await lapau.stop();
  smtp.close();
});

test.describe('before a mail has come', () => {
  test.use({ expectedErrors: /403.*sign-in/ });

  test('the note of a sign-up can be put away, and comes back with the next mail', async ({ open }) => {
    const smtp = await startSmtpServer();
    const lapau = await startLapauProcess(undefined, { environment: { SMTP_URL: smtp.url } });
    const page = await open(`${lapau.url}/login?mode=daftar`);
    await signUp(page, 'baru@lapau.test');
    const note = page.getByText('Silakan periksa email Anda untuk verifikasi.');
    await page.getByRole('button', { name: 'Tutup' }).click();
    await expect(note).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Masuk' })).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.getByLabel('Email').fill('baru@lapau.test');
    await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(note).toBeVisible();
    await page.reload();
    await expect(note).toBeVisible();
    await page.goto('about:blank');
    await lapau.stop();
    smtp.close();
  });
});
