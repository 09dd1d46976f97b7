import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildMember, buildPassword } from '../server/src/testing/builders.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { expect, test } from './support/story.ts';

const says = 'Browser ini menolak cookie.';

for (const route of ['/login', '/login?mode=daftar'])
  test(`a browser that blocks all cookies says so at ${route}, before anything is typed`, async ({ lapau }) => {
    const profile = mkdtempSync(path.join(tmpdir(), 'lapau-no-cookies-'));
    try {
      await mkdir(path.join(profile, 'Default'));
      const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
      await writeFile(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences));
      // The whole browser: the one of the other stories has no such preferences.
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: '/usr/bin/chromium',
        baseURL: lapau.url,
      });
      try {
        const page = await context.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(String(error)));
        await page.goto(route);
        expect(await page.evaluate(() => navigator.cookieEnabled)).toBe(false);
        await expect(page.getByRole('alert').filter({ hasText: says })).toBeInViewport({ ratio: 1 });
        await expect(page.getByLabel('Email')).toHaveValue('');
        expect(await layoutFaults(page)).toEqual([]);
        expect(errors).toEqual([]);
      } finally {
        await context.close();
      }
    } finally {
      rmSync(profile, { recursive: true });
    }
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
    await page.getByRole('button', { name: 'Masuk' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeAttached();
  });
});
