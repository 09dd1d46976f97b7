import {
  buildAdmin,
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
} from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

/** A thread in which `named` has answered the reader, and `third` has answered `named`. */
async function buildThread(lapau: Lapau) {
  const nagari = unique('Koto');
  const [reader, named, third] = [
    await buildMember(lapau, { nagari, full_name: 'Rina Wati' }),
    await buildMember(lapau, { nagari, full_name: 'Ina Kambang' }),
    await buildMember(lapau, { nagari, full_name: 'Pai Marlis' }),
  ];
  const post = await buildPost(lapau);
  const under = { post_id: post.id };
  const top = await buildComment(lapau, { ...under, user_id: reader.id, content: 'Masih ada?' });
  await buildComment(lapau, { ...under, user_id: named.id, parent_id: top.id, content: 'Masih' });
  const mention = { mentions_person: true, mentioned_id: named.id };
  await buildComment(lapau, { ...under, user_id: third.id, parent_id: top.id, content: 'Sisakan dua', ...mention });
  return { reader, named, third, post };
}

test('a block takes the name out of the open thread, also on another phone, and unblocking brings it back (D129)', async ({
  lapau,
  open,
}) => {
  const { reader, named, third, post } = await buildThread(lapau);
  const { id } = await buildConversation(lapau, { user1_id: reader.id, user2_id: named.id });
  await buildMessage(lapau, { conversation_id: id, sender_id: named.id, content: 'Halo' });
  const page = await open(`/post/${post.id}`, reader);
  await page.getByRole('button', { name: 'Lihat 2 balasan' }).click();
  await expect(page.getByText('@Ina Sisakan dua')).toBeVisible();
  const reply = page.getByRole('listitem').filter({ hasText: 'Ina Kambang' }).last();
  await reply.getByRole('button', { name: 'Balas' }).click();
  await expect(page.getByPlaceholder('Balas ke Ina Kambang...')).toBeFocused();
  await page.getByPlaceholder('Balas ke Ina Kambang...').fill('Untuak ambo juo');
  await expect.poll(() => storedDrafts(page)).toContain('Untuak ambo juo');

  const phone = await open(`/chat/${id}`, reader);
  await phone.getByRole('button', { name: 'Menu percakapan' }).click();
  await phone.getByRole('menuitem', { name: 'Blokir' }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Blokir' }).click();
  await expect(page.getByText('@pengguna Sisakan dua')).toBeVisible();
  await expect(page.getByText(/Ina Kambang|@Ina/)).toHaveCount(0);
  await expect(page.getByPlaceholder('Tulis komentar...')).toHaveValue('Untuak ambo juo');

  const thirds = await open(`/post/${post.id}`, third);
  await thirds.getByRole('button', { name: 'Lihat 2 balasan' }).click();
  await expect(thirds.getByText('@Ina Sisakan dua')).toBeVisible();
  await phone.getByRole('button', { name: 'Buka blokir' }).click();
  await expect(page.getByText('@Ina Sisakan dua')).toBeVisible();
});

test('a suspension takes the name out of every open thread (D11)', async ({ lapau, open }) => {
  const { reader, named, post } = await buildThread(lapau);
  const admin = await buildAdmin(lapau);
  const page = await open(`/post/${post.id}`, reader);
  await page.getByRole('button', { name: 'Lihat 2 balasan' }).click();
  await expect(page.getByText('@Ina Sisakan dua')).toBeVisible();
  await lapau.call('toggle_user_suspension', { user_id_to_toggle: named.id, suspended: true }, admin);
  await expect(page.getByText('@pengguna Sisakan dua')).toBeVisible();
  await expect(page.getByText('Ina Kambang')).toHaveCount(0);
});
