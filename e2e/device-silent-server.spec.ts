import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { withoutBootData } from './support/boot.ts';
import { buildChat } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

/** The server answers only who the person is and the settings; every other call gets no answer. */
const answered = /\/rpc\/(get_session|get_app_settings)$/;

const screens = {
  buyer: ['/', '/post/:post', '/chat/:chat'],
  cook: ['/my-warung'],
  admin: ['/admin'],
};

for (const [who, routes] of Object.entries(screens)) {
  for (const route of routes) {
    test(`${route} says so when the server answers nothing at all`, { tag: '@all' }, async ({ lapau, open }) => {
      const cook = await buildSeller(lapau);
      const { id: post } = await buildPost(lapau, { user_id: cook.id, images: [await storePhoto(lapau, cook)] });
      const chat = await buildChat(lapau);
      const as = who === 'buyer' ? chat.buyer : who === 'cook' ? cook : await buildAdmin(lapau);
      const page = await open('about:blank', as);
      await withoutBootData(page);
      await page.route('**/rpc/*', (request) =>
        answered.test(request.request().url()) ? request.continue() : undefined,
      );
      await page.clock.install();
      await page.goto(route.replace(':post', post).replace(':cook', cook.id).replace(':chat', chat.id));
      const again = page.getByRole('main').getByRole('button', { name: 'Coba lagi' }).first();
      // A call is given up after 20 s and made three times more, after 1, 2 and 4 s (D44).
      await expect(async () => {
        await page.clock.fastForward(21_000);
        await expect(again).toBeVisible({ timeout: 100 });
      }).toPass();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // Each part of the screen has a button of its own.
      await expect(async () => {
        if (await again.isVisible()) await again.tap({ timeout: 1_000 });
        await expect(again).toBeHidden({ timeout: 1_000 });
      }).toPass();
    });
  }
}

test(
  'who is signed in is asked again by the person when the server does not say',
  { tag: '@all' },
  async ({ lapau, open }) => {
    const page = await open('about:blank', await buildMember(lapau));
    await withoutBootData(page);
    await page.route('**/rpc/*', () => undefined);
    await page.clock.install();
    await page.goto('/foods');
    const again = page.getByRole('button', { name: 'Coba lagi' }).first();
    await expect(async () => {
      await page.clock.fastForward(21_000);
      await expect(again).toBeVisible({ timeout: 100 });
    }).toPass();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await again.tap();
    await expect(page.getByRole('heading', { name: 'Makanan' })).toBeVisible();
  },
);
