import { buildMember } from '../server/src/testing/builders.ts';
import { withoutBootData } from './support/boot.ts';
import { failCall } from './support/calls.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test.use({ expectedErrors: /400.*get_active_banner/ });

test('a banner that cannot be loaded does not affect the feed', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  await withoutBootData(page);
  await failCall(page, 'get_active_banner');
  await page.goto('/');
  await expectToast(page, 'Gagal memuat data banner.');
  await expect(page.getByRole('searchbox')).toBeVisible();
});
