import type { PushPayload } from '@lapau/contract/push';
import { pushAddresses } from '../server/src/testing/push-addresses.ts';
import { chatWith, messageRow, send } from './support/chat.ts';
import { expectPhoneOff, offerOf, openPhone, openSubscribed, receive, test, untilAsked } from './support/push-story.ts';
import { expect } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: /WebSocket connection.*failed/ });

test('an answer reaches a closed app, and a tap opens its chat; what was read is closed', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openSubscribed({ lapau, open, service });
  const context = page.context();
  await page.close();
  await chatWith(lapau, chat.id, chat.seller, 'Masih, tigo bungkuih.');
  const payload = await receive(service, phone);
  const tag = `conversation:${chat.id}`;
  const first = {
    title: chat.seller.warung.name,
    body: 'Masih, tigo bungkuih.',
    tag,
    renotify: true,
    data: { url: `/chat/${chat.id}`, unread: payload.unread },
  };
  await expect.poll(() => phone.shown()).toEqual([first]);
  await expect.poll(() => phone.state()).toEqual({ badge: payload.unread, opened: [] });

  // A push that is delivered twice does not ring again; a newer one replaces it and rings.
  await phone.deliver(payload);
  await expect.poll(() => phone.shown()).toEqual([{ ...first, renotify: false }]);
  await phone.deliver({ ...payload, body: 'Ado randang juo.', unread: 3 });
  await expect
    .poll(async () => (await phone.shown()).map(({ body, renotify }) => [body, renotify]))
    .toEqual([['Ado randang juo.', true]]);

  await phone.tap(tag);
  await expect.poll(() => phone.state()).toEqual({ badge: 3, opened: [`/chat/${chat.id}`] });
  expect(await phone.shown()).toEqual([]);

  await phone.deliver({ ...payload, unread: 1 });
  await phone.deliver({ ...payload, tag: 'notifications', title: 'Keputusan admin', url: '/profile', unread: 2 });
  await expect.poll(async () => (await phone.shown()).length).toBe(2);
  await phone.deliver({ tag, unread: 0 });
  await expect.poll(async () => (await phone.shown()).map((shown) => shown.tag)).toEqual(['notifications']);
  await expect.poll(async () => (await phone.state()).badge).toBe(0);

  // Opening the notifications on this phone closes the system's notification too.
  const again = await context.newPage();
  await again.goto('/profile');
  await expect.poll(() => phone.shown(), { timeout: 60_000 }).toEqual([]);
});

test('a push of which only a later release knows what it is about is shown as it says, or as news (D102)', async ({
  lapau,
  open,
  service,
}) => {
  const { page, phone } = await openSubscribed({ lapau, open, service });
  await page.close();
  const later = { kind: 'later_release', tag: 'later:1', title: 'Pesanan baru', url: '/later/1', unread: 1 };
  await phone.deliver(later);
  await phone.deliver({ kind: 'later_release' } as unknown as PushPayload);
  const titles = async () => (await phone.shown()).map(({ title }) => title);
  await expect.poll(titles).toEqual(['Pesanan baru', 'Notifikasi baru']);
});

test('a tap while the app is open goes to the chat without loading the app anew', async ({ lapau, open, service }) => {
  const { chat, page, phone } = await openPhone({ lapau, open, service }, 'granted');
  await page
    .getByRole('link', { name: 'Kembali' })
    .or(page.getByRole('button', { name: 'Kembali' }))
    .first()
    .tap();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  // The notification is one that came while the app was closed.
  await phone.show({ tag: 't', title: 'Uni', url: `/chat/${chat.id}` });
  await phone.tap('t');
  await expect(page).toHaveURL(`/chat/${chat.id}`);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect((await phone.state()).opened).toEqual([]);
});

test('a push while the app is open has a toast with Lihat instead of a notification', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openPhone({ lapau, open, service }, 'granted');
  const push = { tag: 'notifications', title: 'Keputusan admin', body: 'Anda kini penjual.', url: '/about', unread: 1 };
  await phone.deliver(push);
  await expect(toastsOf(page)).toHaveText(['Keputusan adminAnda kini penjual.Lihat']);
  expect(await phone.shown()).toEqual([]);
  await toastsOf(page).getByRole('button', { name: 'Lihat' }).tap();
  await expect(page).toHaveURL('/about');
  // The open screen shows both already.
  await phone.deliver(push);
  await phone.deliver({ ...push, tag: `conversation:${chat.id}`, title: 'Uni Eli', url: `/chat/${chat.id}` });
  await expect(toastsOf(page)).toHaveText(['Uni EliAnda kini penjual.Lihat']);
  expect(await phone.shown()).toEqual([]);
});

test('who says Nanti is not asked again, and who is refused by the browser is not either', async ({
  lapau,
  open,
  service,
}) => {
  const { page, phone } = await openPhone({ lapau, open, service });
  const dialog = offerOf(page);
  await send(page, 'Satu');
  await untilAsked(page);
  await dialog.getByRole('button', { name: 'Nanti' }).tap();
  await expect(dialog).toBeHidden();
  await send(page, 'Dua');
  await expect(messageRow(page, 'Dua')).toContainText(/(?<!belum )terkirim/);
  await expect(dialog).toBeHidden();
  expect(phone.browsers).toEqual([]);
});

test('a denial is only logged', async ({ lapau, open, service }) => {
  const { page, phone } = await openPhone({ lapau, open, service });
  const logged = page.waitForEvent('console', (message) => message.text() === 'Push is not allowed on this device.');
  await send(page, 'Satu');
  const dialog = offerOf(page);
  await untilAsked(page);
  await phone.setPermission('denied');
  await dialog.getByRole('button', { name: 'Nyalakan' }).tap();
  await logged;
  await expect(dialog).toBeHidden();
  await expect(toastsOf(page)).toHaveCount(0);
});

test('after signing out nothing reaches the phone, and nothing shows any more', async ({ lapau, open, service }) => {
  const { chat, page, phone } = await openSubscribed({ lapau, open, service });
  await phone.deliver({ tag: 'notifications', title: 'Keputusan admin', url: '/about', unread: 4 });
  await page.goto('/profile');
  await phone.untilListening();
  await page.evaluate(() => {
    navigator.clearAppBadge = async () => void (document.documentElement.dataset['badge'] = 'none');
  });
  await page.getByRole('button', { name: 'Keluar', exact: true }).tap();
  await expect(page).toHaveURL(/login/);
  await expectPhoneOff(lapau, chat.buyer.id, page);
  await expect.poll(() => phone.shown()).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('data-badge', 'none');
});

test('a new start registers the phone again when session, address or key have changed, and only for its own account', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openSubscribed({ lapau, open, service });
  // The page starts again, and nothing has changed.
  await page.reload();
  await phone.untilListening();
  expect(phone.browsers).toHaveLength(1);

  // The push service has said that the address is gone. The browser does not know this, and gets another address.
  await lapau.db.deleteFrom('push_subscriptions').where('user_id', '=', chat.buyer.id).execute();
  await page.reload();
  await expect.poll(() => phone.browsers.length, { timeout: 60_000 }).toBe(2);
  const newest = () => phone.browsers.at(-1)?.subscription.endpoint;
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toEqual([newest()]);

  // The server has got another key since: the browser's subscription is made anew.
  await page.evaluate(() => {
    const key = 'subscription of the test';
    const stored = JSON.parse(localStorage.getItem(key) ?? '') as object;
    localStorage.setItem(key, JSON.stringify({ ...stored, serverKey: 'AAAA' }));
  });
  await page.reload();
  await expect.poll(() => phone.browsers.length, { timeout: 60_000 }).toBe(3);
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toContain(newest());

  // Another person signs in here, who has turned nothing on.
  const [name = '', value = ''] = chat.seller.cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto('/about');
  await expectPhoneOff(lapau, chat.seller.id, page);
});
