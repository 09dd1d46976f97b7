import { buildMember } from '../server/src/testing/builders.ts';
import { refuse } from './support/answers.ts';
import { withoutBootData } from './support/boot.ts';
import { expect, test } from './support/story.ts';
import { expectToldOnce } from './support/toasts.ts';

test.use({ provokes: /400.*get_active_banner/ });

test('a banner that cannot be loaded leaves the feed as it is', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  await withoutBootData(page);
  await refuse(page, 'get_active_banner');
  await page.goto('/');
  await expectToldOnce(page, 'Gagal memuat data banner.');
  await expect(page.getByRole('searchbox')).toBeVisible();
});
