import { buildAdmin, buildMember } from '../server/src/testing/builders.ts';
import { buildChat, messageRow, send } from './support/chat.ts';
import { startHaproxy } from './support/haproxy.ts';
import type { Haproxy, SocketRule } from './support/haproxy.ts';
import { expect, test as story } from './support/story.ts';
import { unique } from './support/unique.ts';

const test = story.extend<{ startProxy: (rule: SocketRule) => Promise<Haproxy> }>({
  /** Puts a proxy before the server until the test ends, whether or not it succeeds. */
  startProxy: async ({ lapau }, use) => {
    const started: Haproxy[] = [];
    await use(async (rule) => {
      const proxy = await startHaproxy(lapau.url, rule);
      started.push(proxy);
      return proxy;
    });
    for (const proxy of started) await proxy.stop();
  },
});

// The proxies of offices and some carriers let no socket through.
test.use({
  expectedErrors: /WebSocket connection.*failed|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|403/,
  serviceWorkers: 'block',
});

const slowText = 'Pesan baru datang agak lambat di sambungan ini.';
/** The page first tries sockets, and then asks every 15 seconds. */
const asked = { timeout: 60_000 };

test('where a proxy refuses sockets a chat says so, shows the answer and whether it was read, until sockets pass', async ({
  lapau,
  startProxy,
  open,
}) => {
  const proxy = await startProxy('refused');
  const chat = await buildChat(lapau, { buyer: await buildMember(lapau, { full_name: unique('Siti') }) });
  const page = await open('about:blank', chat.buyer);
  await page.goto(`${proxy.url}/chat/${chat.id}`);
  await send(page, 'Masih ada gulainya, Uni?');
  await expect(page.getByText(slowText)).toBeVisible(asked);

  const cook = await open(`/chat/${chat.id}`, chat.seller);
  await expect(cook.getByText('Masih ada gulainya, Uni?', { exact: true })).toBeVisible();
  await expect(cook.getByText(slowText)).toHaveCount(0);
  await send(cook, 'Masih, dua porsi.');
  await expect(page.getByText('Masih, dua porsi.', { exact: true })).toBeVisible(asked);
  await expect(messageRow(page, 'Masih ada gulainya, Uni?')).toContainText('dibaca', asked);

  await page.goto(`${proxy.url}/conversations`);
  await expect(page.getByText(slowText)).toBeVisible(asked);
  await proxy.change('passed');
  await expect(page.getByText(slowText)).toHaveCount(0, asked);
});

for (const [rule, what] of [
  ['answered', 'answers sockets with a page of its own'],
  ['cut', 'cuts sockets after a second'],
] as const)
  test(`where a proxy ${what}, a chat says that messages come late, and shows them`, async ({
    lapau,
    startProxy,
    open,
  }) => {
    const proxy = await startProxy(rule);
    const chat = await buildChat(lapau);
    const page = await open('about:blank', chat.buyer);
    await page.goto(`${proxy.url}/chat/${chat.id}`);
    await expect(page.getByText(slowText)).toBeVisible(asked);
    await lapau.call('send_message', { p_conversation_id: chat.id, p_content: 'Sudah matang.' }, chat.seller);
    await expect(page.getByText('Sudah matang.', { exact: true })).toBeVisible(asked);
    await expect(page.getByText(slowText)).toBeVisible();
  });

test('a person who is suspended while the page gets no socket is signed out and told why', async ({
  lapau,
  startProxy,
  open,
}) => {
  const proxy = await startProxy('refused');
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  await page.goto(`${proxy.url}/chat/${chat.id}`);
  await expect(page.getByText(slowText)).toBeVisible(asked);
  const admin = await buildAdmin(lapau);
  await lapau.call('toggle_user_suspension', { user_id_to_toggle: chat.buyer.id, suspended: true }, admin);
  await expect(page.getByText('Akun Anda telah ditangguhkan. Silakan hubungi admin.')).toBeVisible(asked);
});
