import { buildMember, buildPassword, buildPendingSignUp } from '../server/src/testing/builders.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { linkMailedTo } from './support/mails.ts';
import { expect, test } from './support/story.ts';

// The stories open mailed links as mail scanners, mail programs and chats change them.

test('a link to a new password with an escaped # opens its form, and its token stays out of every request', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  await buildPassword(lapau, member);
  const page = await open('about:blank');
  await page.request.post(`${lapau.url}/auth/request-password-reset`, { data: { email: member.email } });
  const link = await linkMailedTo(lapau, member.email);
  const token = link.split('=')[1] ?? '';
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''));
  await page.goto(link.replace('#', '%23'));
  await expect(page.getByRole('heading', { name: 'Atur kata sandi baru' })).toBeVisible();
  await expect(page).toHaveURL(link);
  // the first one is the link itself
  expect(asked.slice(2).filter((text) => text.replace(/#.*/, '').includes(token))).toEqual([]);
  await page.getByLabel('Kata sandi baru').fill('sandi yang baru');
  await page.getByRole('button', { name: 'Simpan kata sandi' }).click();
  await expect(page.getByText('Kata sandi baru tersimpan. Silakan masuk.')).toBeVisible();
  expect(lapau.printed()).not.toContain(token);
});

for (const change of [
  (link: string) => link.replace('#', '%23'),
  (link: string) => link.replace('#verify=', '?utm_source=mail#verify%3D') + ').',
])
  test(`the link of a sign-up makes its account though it is ${change('/login#verify=…')}`, async ({ lapau, open }) => {
    const { password, token, full_name } = await buildPendingSignUp(lapau);
    const page = await open(change(`/login#verify=${token}`));
    await expect(page.getByRole('heading', { name: 'Verifikasi email' })).toBeVisible();
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Verifikasi email' }).click();
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText(full_name).first()).toBeVisible();
  });

test('the printed link of the first admin opens its form with an escaped #', async ({ open }) => {
  const lapau = await startLapauProcess();
  const printedLink = () => /\/login#admin=\S+(?=\s)/.exec(lapau.printed())?.[0];
  await expect.poll(printedLink).toBeDefined();
  const page = await open('about:blank');
  await page.goto(lapau.url + (printedLink() ?? '').replace('#', '%23'));
  await expect(page.getByRole('heading', { name: 'Buat admin pertama' })).toBeVisible();
  await page.getByLabel('Nama lengkap').fill('Buk Camat');
  await page.getByLabel('Email').fill('camat@lapau.test');
  await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
  await page.getByRole('button', { name: 'Buat akun admin' }).click();
  await expect(page).toHaveURL(`${lapau.url}/admin`);
  await page.goto('about:blank');
  await lapau.stop();
});

test('a link whose end is missing says so before anything is typed, and leads to another one', async ({ open }) => {
  const page = await open('/login%23reset=abc');
  await expect(page.getByRole('alert')).toHaveText('Tautan ini terpotong. Minta tautan baru.');
  await expect(page.getByLabel('Kata sandi baru')).toBeHidden();
  await expectAccessible(page);
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Minta tautan baru' }).click();
  await expect(page.getByRole('heading', { name: 'Lupa Password' })).toBeVisible();
  await expect(page).toHaveURL('/login?mode=lupa');
  await page.goto('/login#verif…');
  await expect(page.getByRole('alert')).toContainText('masuk dengan kata sandi Anda');
  await page.getByRole('link', { name: 'Ke halaman masuk' }).click();
  await expect(page.getByRole('button', { name: 'Masuk' })).toBeVisible();
  await page.goto('/login#admin=abc');
  await expect(page.getByRole('alert')).toContainText('Salin tautan lengkapnya dari server');
});

test('a link whose # has come into the query opens its form where the app itself answers, whoever is signed in', async ({
  lapau,
  open,
}) => {
  const page = await open('/', await buildMember(lapau));
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  // The address changes within the app, so that no server puts it right.
  const goTo = (address: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, address);
  await goTo(`/login?utm_source=mail%23reset=${'token---'.repeat(3)}`);
  await expect(page.getByRole('button', { name: 'Simpan kata sandi' })).toBeVisible();
  await goTo('/login#verif…');
  await expect(page.getByRole('alert')).toContainText('Tautan ini terpotong.');
});
