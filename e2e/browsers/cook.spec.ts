import { writeFile } from 'node:fs/promises';
import { buildMember, buildPassword, buildPost, buildSeller } from '../../server/src/testing/builders.ts';
import { phonePhoto, storePhoto } from '../support/photos.ts';
import { unique } from '../support/unique.ts';
import { expect, test } from './story.ts';

test('the cook’s day', async ({ lapau, open, takePicture }, testInfo) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: unique('Kadai') } });
  const password = await buildPassword(lapau, seller);
  const yesterdays = unique('Sate');
  await buildPost(lapau, { user_id: seller.id, food_name: yesterdays, images: [await storePhoto(lapau, seller)] });
  const buyer = await buildMember(lapau, { full_name: unique('Siti') });
  const dish = unique('Gulai Paku');
  const photo = testInfo.outputPath('IMG_20260101_120000.jpg');
  await writeFile(photo, (await phonePhoto()).buffer);

  const page = await open('/login');
  await page.fill('Email', seller.email);
  await page.fill('Kata sandi', password);
  await page.tap('button', 'Masuk');
  await page.tap('link', 'Tambah');
  await page.seePath(/^\/my-warung\/tambah-menu$/);
  await page.chooseFile(photo);
  await page.fill('Nama', dish);
  await page.fill('Harga', '15000');
  await page.seeText('Tampil sebagai Rp 15.000');
  await page.fill('Deskripsi (opsional)', 'Kuah kuning, pedas!');
  await page.seeText('Terunggah');
  await page.tap('button', 'Posting');
  await page.seeText('Postingan baru berhasil ditambahkan!');
  const card = page.in('article', dish);
  await page.tap('link', 'Feed');
  await card.seeText('Rp 15.000');
  await page.seePictures();

  await page.tap('link', 'Warung');
  await page.tap('link', /Kelola/);
  await page.seePath(/^\/my-warung$/);
  await page.see('switch', /^Warung/, { checked: true });
  await page.tap('switch', /^Warung/);
  await page.see('switch', /^Warung/, { checked: false });
  const isStallOpen = async () => (await lapau.call('get_my_warung', {}, seller))?.is_open;
  await expect.poll(isStallOpen).toBe(false);
  await page.tap('switch', /^Warung/);
  await expect.poll(isStallOpen).toBe(true);
  await page.tap('switch', new RegExp(yesterdays));
  await page.see('switch', new RegExp(yesterdays), { checked: false });
  const soldOut = async () =>
    (await lapau.call('get_my_menu', {}, seller)).filter((post) => !post.is_open).map((post) => post.food_name);
  await expect.poll(soldOut).toEqual([yesterdays]);

  const { id } = await lapau.call('open_conversation', { recipient_id: seller.id }, buyer);
  await lapau.call('send_message', { p_conversation_id: id, p_content: 'Masih ada gulai paku?' }, buyer);
  await page.tap('link', 'Pesan, 1 belum dibaca');
  await page.tap('link', new RegExp(buyer.full_name));
  const messages = page.in('list', /^Percakapan/);
  await messages.seeText('Masih ada gulai paku?');
  await page.fill('Ketik pesan...', 'Masih, silakan datang.');
  await page.tap('button', 'Kirim');
  await messages.seeText('Masih, silakan datang.');
  const texts = async () =>
    (await lapau.call('get_messages', { conversation_id: id }, buyer)).messages.map(({ content }) => content);
  await expect.poll(texts).toEqual(['Masih ada gulai paku?', 'Masih, silakan datang.']);
  await lapau.call('send_message', { p_conversation_id: id, p_content: 'Sip, saya ke sana.' }, buyer);
  await messages.seeText('Sip, saya ke sana.');
  await takePicture('cooks-chat');

  await page.tap('button', 'Kembali');
  await page.tap('link', 'Profil');
  await page.fill('Nama lengkap', 'Rina Wati Chaniago');
  await page.tap('button', 'Simpan');
  await page.seeText('Profil berhasil diperbarui.');
  const storedName = () =>
    lapau.db.selectFrom('profiles').select('full_name').where('id', '=', seller.id).executeTakeFirstOrThrow();
  await expect.poll(storedName).toEqual({ full_name: 'Rina Wati Chaniago' });
});
