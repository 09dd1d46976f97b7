import { sql } from 'kysely';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, stretchTimers, test, toastTimer } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  // The network may be gone while the browser still fetches the worker.
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|fetching the script|WebSocket connection.*failed/,
});

const question = 'Kabari kalau dimasak lagi';
const offerMs = 10_000;

/** An open stall with dishes that are sold out. */
async function soldOut(lapau: Lapau, count = 1) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { is_open: true } });
  const images = [await storePhoto(lapau, seller)];
  const dishes: { id: string; name: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = unique('Rendang');
    const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name: name, is_open: false });
    dishes.push({ id, name });
  }
  return { seller, dishes };
}

const isAwaited = async (lapau: Lapau, { id }: BuiltMember) =>
  (await lapau.db.selectFrom('saved_posts').select('wants_alert').where('user_id', '=', id).execute()).map(
    ({ wants_alert }) => wants_alert,
  );

test('who saves a dish that is sold out is offered to be told, and switches it off among the saved ones', async ({
  lapau,
  open,
}) => {
  const { seller, dishes } = await soldOut(lapau);
  const [dish] = dishes as [(typeof dishes)[0]];
  const member = await buildMember(lapau);
  const page = await open('about:blank', member);
  await page.addInitScript(stretchTimers, { ...toastTimer, durationMs: offerMs });
  await page.goto(`/?nagari=${encodeURIComponent(seller.nagari)}`);
  await page.getByRole('article', { name: dish.name }).getByRole('button', { name: 'Simpan' }).tap();
  const offer = toastsOf(page).filter({ hasText: `Sedang habis. ${question}?` });
  await offer.getByRole('button', { name: 'Kabari' }).tap();
  await expectToast(page, 'Baik, nanti dikabari.');
  await expect.poll(() => isAwaited(lapau, member)).toEqual([true]);

  await page.goto('/saved');
  const alert = page.getByRole('switch', { name: question });
  await expect(alert).toBeChecked();
  await expectAccessible(page);
  await alert.tap();
  await expect(alert).not.toBeChecked();
  await expect.poll(() => isAwaited(lapau, member)).toEqual([false]);
  // On another device it is on again.
  await lapau.call('toggle_save_post', { post_id_to_toggle: dish.id, saved: true, alert: true }, member);
  await expect(alert).toBeChecked();
});

test('a dish that is cooked again is told once the cook can no longer take it back, and leads to the dish', async ({
  lapau,
  open,
}) => {
  const { seller, dishes } = await soldOut(lapau, 2);
  const [dish, other] = dishes as [(typeof dishes)[0], (typeof dishes)[0]];
  const member = await buildMember(lapau);
  for (const { id } of dishes)
    await lapau.call('toggle_save_post', { post_id_to_toggle: id, saved: true, alert: true }, member);
  const page = await open('/notifications', member);
  await expect(page.getByText('Tidak ada notifikasi baru.')).toBeVisible();
  const cook = (post: { id: string }) =>
    lapau.call('set_posts_open', { post_ids: [post.id], is_open: true, age_ms: 0 }, seller);
  await cook(dish);
  // The time to take it back is over, and the next dish has the server look for what is due.
  await sql`update dish_returns set noted_at = noted_at - interval '1 minute' where post_id = ${dish.id}`.execute(
    lapau.db,
  );
  await sql`update jobs.job set start_after = now() where name = 'tell_dishes' and data ->> 'stall_id' = ${seller.id}`.execute(
    lapau.db,
  );
  await cook(other);
  await page.getByRole('link', { name: `${dish.name} di ${seller.warung.name} dimasak lagi.` }).tap();
  await expect(page).toHaveURL(`/post/${dish.id}`);
  await expect(page.getByRole('heading', { name: dish.name })).toBeVisible();
});

test('the switch turns without a signal, and what was wished last arrives', async ({ lapau, open }) => {
  const { dishes } = await soldOut(lapau, 2);
  const [kept, removed] = dishes as [(typeof dishes)[0], (typeof dishes)[0]];
  const member = await buildMember(lapau);
  for (const { id } of dishes) await lapau.call('toggle_save_post', { post_id_to_toggle: id, saved: true }, member);
  const page = await open('/saved', member);
  const card = ({ name }: { name: string }) => page.getByRole('article', { name });
  await expect(card(kept)).toBeVisible();
  await untilKept(page, kept.name);
  await loseSignal(page);
  await card(removed).getByRole('switch', { name: question }).tap();
  // The dish was saved before: that it is removed has to be sent although the switch was not.
  await card(removed)
    .getByRole('button', { name: /Simpan/ })
    .tap();
  await expect(card(removed)).toHaveCount(0);
  await card(kept).getByRole('switch', { name: question }).tap();
  await expect(card(kept).getByRole('switch')).toBeChecked();
  await expect(card(kept).getByRole('button', { name: 'Simpan, menunggu sinyal' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(card(kept).getByRole('button', { name: 'Simpan', exact: true })).toBeVisible();
  await expect.poll(() => isAwaited(lapau, member)).toEqual([true]);
});
