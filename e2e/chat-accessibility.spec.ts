import { buildMember, buildPost } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { buildChat, chatWith, messageBox, messageRow, pressMessage, send } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

test.use({
  // Contrast is measured after elements have faded in.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|Unable to preload CSS|WebSocket connection.*failed|404.*(get_conversation_details|get_messages)/,
});

test('the list of conversations, with a draft', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const other = await buildChat(lapau, { buyer: chat.buyer });
  await chatWith(lapau, chat.id, chat.seller, 'Ada lontong.');
  const page = await open(`/chat/${other.id}`, chat.buyer);
  await messageBox(page).fill('Nanti sore');
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(page.getByText('Draf:')).toBeVisible();
  await expectAccessible(page);
});

test('whom one has blocked', async ({ lapau, open }) => {
  const { buyer, seller } = await buildChat(lapau);
  await lapau.call('set_block', { person_id: seller.id, blocked: true }, buyer);
  const page = await open('/profile/diblokir', buyer);
  await expect(page.getByRole('button', { name: /^Buka blokir/ })).toBeVisible();
  await expectAccessible(page);
});

for (const [route, title] of [
  ['/conversations', 'Anda belum memiliki percakapan.'],
  ['/profile/diblokir', 'Tidak ada orang yang diblokir.'],
  [`/chat/${crypto.randomUUID()}`, 'Tidak dapat memuat chat.'],
] as const) {
  test(title, async ({ lapau, open }) => {
    const page = await open(route, await buildMember(lapau));
    await expect(page.getByText(title)).toBeVisible();
    await expectAccessible(page);
  });
}

test('an empty chat about a dish', async ({ lapau, open }) => {
  const { buyer, seller } = await buildChat(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const page = await open(`/chat/new/${seller.id}?post=${post.id}`, buyer);
  await expect(page.getByText(`Mulai percakapan dengan ${seller.warung.name}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Jangan sertakan' })).toBeVisible();
  await expectAccessible(page);
});

test('a chat with messages of both, its menus and its dialog', async ({ lapau, open }) => {
  const { id, buyer, seller } = await buildChat(lapau);
  await chatWith(lapau, id, buyer, 'Masih ada? Lihat https://pasar.example/gulai');
  await chatWith(lapau, id, seller, 'Masih.');
  const page = await open(`/chat/${id}`, buyer);
  await expect(messageRow(page, 'Masih.')).toBeVisible();
  await expectAccessible(page);
  await pressMessage(page, 'Masih.');
  await expect(page.getByRole('menuitem', { name: 'Salin' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu percakapan' }).tap();
  await page.getByRole('menuitem', { name: 'Blokir' }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
});

test('a chat without signal', async ({ lapau, open }) => {
  const { id, buyer } = await buildChat(lapau);
  const page = await open(`/chat/${id}`, buyer);
  await expect(messageBox(page)).toBeVisible();
  await page.context().setOffline(true);
  await send(page, 'Saya jemput.');
  await expect(messageRow(page, 'Saya jemput.')).toContainText('menunggu sinyal');
  await expectAccessible(page);
});

test('a chat with somebody whom one has blocked', async ({ lapau, open }) => {
  const { id, buyer, seller } = await buildChat(lapau);
  await lapau.call('set_block', { person_id: seller.id, blocked: true }, buyer);
  const page = await open(`/chat/${id}`, buyer);
  await expect(page.getByText(`Anda memblokir ${seller.warung.name}.`)).toBeVisible();
  await expectAccessible(page);
});
