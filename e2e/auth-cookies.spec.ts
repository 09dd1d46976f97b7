import { buildMember, buildPassword } from '../server/src/testing/builders.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { poorDevices } from './support/poor-devices.ts';
import { expect, test } from './support/story.ts';

const says = 'Browser ini menolak cookie.';

for (const route of ['/login', '/login?mode=daftar'])
  test(`a browser that blocks all cookies says so at ${route}, before anything is typed`, async ({ lapau, open }) => {
    const page = await open('about:blank');
    // Browsers that block all cookies refuse all other storages too.
    await poorDevices['a device whose browser refuses to store anything']?.(page, lapau);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.goto(route);
    expect(await page.evaluate(() => navigator.cookieEnabled)).toBe(false);
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Email')).toHaveValue('');
    expect(await layoutFaults(page)).toEqual([]);
  });

test('a browser that loses the cookie of a session says so in the form, which keeps what was typed', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open('/login');
  await expect(page.getByRole('button', { name: 'Masuk' })).toBeVisible();
  await expect(page.getByText(says)).toHaveCount(0);
  await page.route('**/auth/sign-in/email', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['set-cookie'];
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await page.getByLabel('Email').fill(member.email);
  const typed = page.getByLabel('Kata sandi', { exact: true });
  await typed.fill(password);
  await page.getByRole('button', { name: 'Masuk' }).tap();
  await expect(page.getByText(says)).toBeInViewport({ ratio: 1 });
  await expect(typed).toHaveValue(password);
  await expect(typed).toHaveAccessibleDescription(new RegExp(says));

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Masuk' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeAttached();
});

test.describe(() => {
  test.use({ expectedErrors: /ERR_FAILED|rpc\/get_session/ });

  test('a session that was begun and could not be read is said too', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    const page = await open('/login');
    await page.route('**/rpc/get_session', (route) => route.abort());
    await page.getByLabel('Email').fill(member.email);
    const typed = page.getByLabel('Kata sandi', { exact: true });
    await typed.fill(password);
    await page.getByRole('button', { name: 'Masuk' }).tap();
    await expect(page.getByText(/Tidak dapat terhubung ke server/)).toBeVisible();
    await expect(typed).toHaveValue(password);
    await page.unrouteAll();
    // The browser has kept the session.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeAttached();
  });
});
