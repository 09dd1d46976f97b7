import { buildMember, buildPassword, buildPost, buildSeller } from '../../server/src/testing/builders.ts';
import { storePhoto } from '../support/photos.ts';
import { readStored, stores } from '../support/stores.ts';
import { unique } from '../support/unique.ts';
import { expect, test } from './story.ts';

test('the buyer’s day', async ({ lapau, open, tab, takePicture }) => {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto') },
    warung: { name: unique('Lapau Mak Itam') },
  });
  const images = [await storePhoto(lapau, seller)];
  const [dish, other] = [unique('Gulai Baung'), unique('Sate')];
  await buildPost(lapau, { user_id: seller.id, food_name: other, images });
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: dish, price: '25000', images });
  const elsewhere = unique('Lamang');
  await buildPost(lapau, { food_name: elsewhere, images });
  const buyer = await buildMember(lapau, { full_name: unique('Siti') });
  const password = await buildPassword(lapau, buyer);

  const page = await open('/login');
  await page.fill('Email', buyer.email);
  await page.fill('Kata sandi', password);
  await page.tap('button', 'Masuk');
  await page.see('article', new RegExp(elsewhere));

  await page.choose('Nagari', seller.nagari);
  await page.seeNo('article', new RegExp(elsewhere));
  await page.fill('Cari makanan atau warung...', dish);
  await page.see('article', dish);
  await page.seeNo('article', other);
  await page.seePath(/[?&]cari=/);
  await page.seePictures();
  const card = page.in('article', dish);
  await card.seeText('Rp 25.000');
  await card.tap('button', 'Suka, 0 suka');
  await card.see('button', 'Suka, 1 suka', { pressed: true });
  await card.tap('button', 'Simpan');
  await card.see('button', 'Simpan', { pressed: true });

  await card.tap('link', `Lihat ${dish}`);
  await page.seePath(new RegExp(`^/post/${id}$`));
  await page.see('button', 'Suka, 1 suka', { pressed: true });
  const thread = page.in('region', 'Komentar');
  await thread.fill('Tulis komentar...', 'Pedas tidak, Uni?');
  await thread.tap('button', 'Kirim');
  await thread.seeText('Pedas tidak, Uni?');
  await lapau.call('add_comment', { post_id_to_comment_on: id, comment_content: 'Tidak.' }, seller);
  await thread.seeText('Tidak.');

  // The tap takes the focus from the input, whose bar covers the links for reaching the cook.
  await thread.tap('heading', 'Komentar');
  await page.tap('link', 'Chat');
  await page.see('heading', seller.warung.name);
  await page.fill('Ketik pesan...', 'Masih ada untuk tiga orang?');
  await page.tap('button', 'Kirim');
  const messages = page.in('list', /^Percakapan/);
  await messages.seeText('Masih ada untuk tiga orang?');
  await page.seeText(/terkirim/);

  // The input grows with the typed text, has that height again after a reload, and shrinks once the text is sent.
  const height = () => page.heightOf('Ketik pesan...');
  const oneLine = await height();
  const long = 'Kami datang berlima, mungkin bertujuh, pukul dua belas lewat, kalau hujan agak terlambat.';
  await page.fill('Ketik pesan...', long);
  const fewLines = await height();
  expect(fewLines).toBeGreaterThan(oneLine);
  await expect.poll(() => tab.call(readStored, stores.drafts)).toContain(long);
  await tab.reload();
  await page.seeValue('Ketik pesan...', long);
  await expect.poll(height).toBe(fewLines);
  await page.tap('button', 'Kirim');
  await messages.seeText(long);
  await expect.poll(height).toBe(oneLine);

  const [conversation] = await lapau.call('get_user_conversations', {}, seller);
  expect(conversation).toBeDefined();
  const p_conversation_id = conversation?.id ?? '';
  await lapau.call('send_message', { p_conversation_id, p_content: 'Masih, tiga bungkus saya simpan.' }, seller);
  await messages.seeText('Masih, tiga bungkus saya simpan.');
  await page.seePictures();
  await takePicture('chat');

  await page.tap('button', 'Kembali');
  await page.seePath(new RegExp(`^/post/${id}$`));
  await page.tap('button', 'Kembali');
  await page.tap('link', 'Profil');
  await page.tap('link', 'Postingan Tersimpan');
  await page.see('article', dish);
  await page.tap('link', 'Profil');
  await page.tap('button', 'Keluar');
  await page.see('heading', 'Masuk');
  await page.seePath(/^\/login$/);
});
