import { buildAdmin } from '../server/src/testing/builders.ts';
import { pushAddresses } from '../server/src/testing/push-addresses.ts';
import { chatWith } from './support/chat.ts';
import { expectPhoneOff, openPhone, openSubscribed, receive, test } from './support/push-story.ts';
import { expect } from './support/story.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: /WebSocket connection.*failed/ });

test('a kind that is switched off is not pushed, and Sembunyikan isi leaves names and text out', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openSubscribed({ lapau, open, service });
  const settings = () => lapau.call('get_push_settings', {}, chat.buyer);
  await page.goto('/profile');
  const messages = page.getByRole('switch', { name: 'Pesan', exact: true });
  await expect(messages).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Yang menunggu admin' })).toHaveCount(0);
  await messages.tap();
  await expect(messages).not.toBeChecked();
  await expect.poll(async () => (await settings()).messages).toBe(false);
  await chatWith(lapau, chat.id, chat.seller, 'Tidak sampai');

  await messages.tap();
  await page.getByRole('switch', { name: 'Sembunyikan isi' }).tap();
  await expect.poll(settings).toMatchObject({ messages: true, hides_content: true });
  await chatWith(lapau, chat.id, chat.seller, 'Rahasia dapur');
  await page.goto('about:blank');
  const { title, body } = await receive(service, phone);
  expect({ title, body }).toEqual({ title: 'Pesan baru', body: undefined });
  expect(service.received.filter(({ to }) => to === phone.browsers.at(-1)?.name)).toHaveLength(1);
  await expect
    .poll(async () => (await phone.shown()).map((shown) => [shown.title, shown.body]))
    .toEqual([['Pesan baru', '']]);
});

test('the phone is switched off and on again on the profile', async ({ lapau, open, service }) => {
  const { chat, page, phone } = await openSubscribed({ lapau, open, service });
  await page.goto('/profile');
  const thisPhone = page.getByRole('switch', { name: 'Nyala di HP ini' });
  await expect(thisPhone).toBeChecked();
  await thisPhone.tap();
  await expect(thisPhone).not.toBeChecked();
  await expectPhoneOff(lapau, chat.buyer.id, page);
  // The switch stays off at the next start.
  await page.reload();
  await phone.untilListening();
  await expect(thisPhone).not.toBeChecked();
  await thisPhone.tap();
  await expect(thisPhone).toBeChecked();
  const isReached = async () => {
    const { endpoint } = phone.browsers[1]?.subscription ?? {};
    return endpoint !== undefined && (await pushAddresses(lapau, chat.buyer.id)).join() === endpoint;
  };
  await expect.poll(isReached).toBe(true);
  expect(phone.browsers).toHaveLength(2);
});

test('the profile says when the browser blocks push, and does again when the person is back from its settings', async ({
  lapau,
  open,
  service,
}) => {
  const { page, phone } = await openPhone({ lapau, open, service }, 'denied');
  await page.goto('/profile');
  await expect(page.getByText(/^Browser ini memblokir notifikasi dari Lapau/)).toBeVisible();
  await phone.setPermission('granted');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('switch', { name: 'Nyala di HP ini' })).not.toBeChecked();
});

test('on an iPhone the profile says to install Lapau first, elsewhere that the browser has no push', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const page = await open('about:blank', admin);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    if (location.hash !== '#lain') Object.assign(navigator, { standalone: false });
  });
  await page.goto('/profile');
  await expect(page.getByText(/^Di iPhone, pasang dulu Lapau di layar utama/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Yang menunggu admin' })).toBeChecked();
  await page.goto('/profile#lain');
  await page.reload();
  await expect(page.getByText('Browser ini tidak bisa menerima notifikasi.')).toBeVisible();
});

test('where the operator has no app on devices there is no push either', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildAdmin(lapau));
  await page.route('**/profile', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('<html', '<html data-kept="off"') });
  });
  await page.goto('/profile');
  await expect(page.getByRole('switch', { name: 'Hemat data' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Notifikasi di HP' })).toHaveCount(0);
});
