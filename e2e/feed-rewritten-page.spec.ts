import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { storePhoto } from './support/photos.ts';
import {
  dropScripts,
  forbidScripts,
  obfuscateAndMinify,
  rocketLoader,
  startRewritingProxy,
  stripHeaders,
} from './support/rewriting-proxy.ts';
import type { Rewrite } from './support/rewriting-proxy.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// The stories open the page as proxies, savers of data and Cloudflare change it.
test.use({ expectedErrors: /Content Security Policy|Content-Security-Policy/, serviceWorkers: 'block' });

const lateText = 'Tombol belum bekerja? Muat ulang halaman ini.';

const harmless: [string, Rewrite][] = [
  ['Rocket Loader', rocketLoader()],
  ['e-mail obfuscation and a minifier', obfuscateAndMinify],
  ['a proxy that takes headers away', stripHeaders],
];
for (const [name, rewrite] of harmless)
  test(`the app opens through ${name}, signed out and with a photo before its code`, async ({ lapau, open }) => {
    const proxy = await startRewritingProxy(lapau.url, rewrite);
    const seller = await buildSeller(lapau);
    const food_name = unique('Gulai');
    await buildPost(lapau, { user_id: seller.id, food_name, images: [await storePhoto(lapau, seller)] });
    const contact = 'Surat ke admin@lapau.test';
    const admin = await buildAdmin(lapau);
    await lapau.call('update_app_setting', { key_to_update: 'contact_info', value_to_update: contact }, admin);
    const page = await open('about:blank');
    await page.goto(`${proxy.url}/login?mode=lupa`);
    await expect(page.getByText(lateText)).toBeHidden();
    await expect(page.getByRole('link', { name: 'admin@lapau.test' })).toBeVisible();
    const second = await open('about:blank', await buildMember(lapau));
    await second.goto(proxy.url);
    await expect(second.getByRole('article').first()).toContainText(food_name);
    await expect(second.getByText(lateText)).toBeHidden();
    await second.close();
    await page.goto('about:blank');
    proxy.stop();
  });

const harmful: [string, Rewrite][] = [
  ['changed', rocketLoader(false)],
  ['dropped', dropScripts],
  ['forbidden', forbidScripts],
];
for (const [name, rewrite] of harmful)
  test(`where a proxy has ${name} the scripts, the page says what to do after a while`, async ({ lapau, open }) => {
    const proxy = await startRewritingProxy(lapau.url, rewrite);
    const door = await open(proxy.url);
    await expect(door.getByRole('button', { name: 'Masuk' })).toBeVisible();
    const page = await open('about:blank', await buildMember(lapau));
    await page.goto(proxy.url);
    await expect(page.getByRole('link', { name: 'Makanan' })).toBeVisible();
    await expect(page.getByText(lateText)).toBeHidden();
    // The animation ends at once instead of after seconds.
    for (const each of [door, page])
      await each.evaluate(() =>
        document
          .querySelector('.fp-late')
          ?.getAnimations()
          .forEach((animation) => animation.finish()),
      );
    await expect(page.getByText(lateText)).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    // The form at the door works without scripts.
    await expect(door.getByText(lateText)).toBeHidden();
    expect(await layoutFaults(door)).toEqual([]);
    for (const each of [door, page]) await each.goto('about:blank');
    proxy.stop();
  });
