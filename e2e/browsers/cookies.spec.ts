import { expect, test } from './story.ts';

// With this preference Firefox refuses all storages, and channels between tabs.
test.use({ preferences: { 'network.cookie.cookieBehavior': 2 } });
test.skip(({ engineName }) => engineName !== 'Firefox', 'Only Firefox has this setting.');

test('where all cookies are blocked, the form says so before anything is typed', async ({ open, tab }) => {
  const page = await open('/login');
  await page.seeText(/^Browser ini menolak cookie\./);
  expect(await tab.call(() => navigator.cookieEnabled)).toBe(false);
});
