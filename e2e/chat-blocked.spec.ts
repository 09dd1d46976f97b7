import { buildChat, chatWith, messageBox, messageRow, pressMessage, send } from './support/chat.ts';
import { expect, test } from './support/story.ts';

test('what the blocker reads stays unread to the blocked, live, after a reload and without the block (D74)', async ({
  lapau,
  open,
}) => {
  const { id, buyer, seller } = await buildChat(lapau);
  await chatWith(lapau, id, seller, 'Selamat pagi');
  const writing = await open(`/chat/${id}`, buyer);
  await send(writing, 'Masih ada randang?');
  await expect(messageRow(writing, 'Masih ada randang?')).toContainText('terkirim');
  await lapau.call('set_block', { person_id: buyer.id, blocked: true }, seller);
  await expect(messageBox(writing)).toBeHidden();

  const isRead = () => lapau.call('get_unread_messages', {}, seller);
  const reading = await open(`/chat/${id}`, seller);
  await expect(messageRow(reading, 'Masih ada randang?')).toBeVisible();
  await expect.poll(isRead).toEqual({ unread: 0 });
  await writing.reload();
  await expect(messageRow(writing, 'Masih ada randang?')).toContainText('terkirim');
  await writing.getByRole('button', { name: 'Kembali' }).first().tap();
  const row = writing.getByRole('link', { name: /Masih ada randang/ });
  await expect(row).toContainText('terkirim');
  await row.tap();

  // A signal that the message was read would arrive before the signal of the block’s end.
  await reading.getByRole('button', { name: 'Buka blokir' }).tap();
  await expect(messageBox(writing)).toBeVisible();
  await expect(messageRow(writing, 'Masih ada randang?')).toContainText('terkirim');
  await send(writing, 'Uni?');
  for (const text of ['Masih ada randang?', 'Uni?']) await expect(messageRow(writing, text)).toContainText('dibaca');
});

test('a message that the blocker deletes stays on the open screen of the blocked until the block ends (D74)', async ({
  lapau,
  open,
}) => {
  const { id, buyer, seller } = await buildChat(lapau);
  for (const text of ['Salah kirim', 'Randang habis']) await chatWith(lapau, id, seller, text);
  await chatWith(lapau, id, buyer, 'Iyo');
  const reading = await open(`/chat/${id}`, buyer);
  const blocking = await open(`/chat/${id}`, seller);
  await expect(messageRow(reading, 'Iyo')).toContainText('dibaca');
  await blocking.getByRole('button', { name: 'Menu percakapan' }).tap();
  await blocking.getByRole('menuitem', { name: 'Blokir' }).tap();
  await blocking.getByRole('alertdialog').getByRole('button', { name: 'Blokir' }).tap();
  await expect(messageBox(reading)).toBeHidden();

  await pressMessage(blocking, 'Salah kirim');
  await blocking.getByRole('menuitem', { name: 'Hapus' }).tap();
  await blocking.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
  await expect(messageRow(blocking, 'Salah kirim')).toBeHidden();
  await expect(messageRow(reading, 'Iyo')).toContainText('dibaca');
  await expect(messageRow(reading, 'Salah kirim')).toBeVisible();

  await blocking.getByRole('button', { name: 'Buka blokir' }).tap();
  await expect(messageBox(reading)).toBeVisible();
  await expect(messageRow(reading, 'Salah kirim')).toBeHidden();
  await expect(messageRow(reading, 'Randang habis')).toBeVisible();
});
