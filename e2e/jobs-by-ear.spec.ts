import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildReport, buildSeller, buildAdmin } from '../server/src/testing/builders.ts';
import { buildApplicationWithPhotos } from './support/applications.ts';
import { buildChat, chatWith, messageBox, messageRow, send } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { heard, readThrough, startListening } from './support/screen-reader.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// The main jobs as a screen reader tells them: what is said of each screen from its beginning to its end, and what is said by itself.

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed|422.*sign-up/ });

/** Expects these stops in this order, with any others between them, and no control without a name. */
async function expectToRead(page: Page, ...stops: (string | RegExp)[]): Promise<void> {
  await expect(async () => {
    const said = await readThrough(page);
    expect(said.filter((stop) => stop.includes(' ?'))).toEqual([]);
    let from = 0;
    for (const stop of stops) {
      const at = said.findIndex(
        (line, index) => index >= from && (typeof stop === 'string' ? line === stop : stop.test(line)),
      );
      expect(at, `${String(stop)} after ${said[from - 1]} in\n${said.join('\n')}`).toBeGreaterThanOrEqual(0);
      from = at + 1;
    }
  }).toPass();
}

const expectToHear = (page: Page, said: string | RegExp): Promise<void> =>
  expect
    .poll(() => heard(page), `to hear ${String(said)}`)
    .toContainEqual(typeof said === 'string' ? said : expect.stringMatching(said));

test('a dish is found by searching, liked, saved and commented on', async ({ lapau, open }) => {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari } });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  for (const food_name of ['Sate', 'Gulai', 'Sate Padang']) {
    await buildPost(lapau, { user_id: seller.id, images, food_name });
  }
  const page = await open('about:blank', await buildMember(lapau));
  await startListening(page);
  await page.goto(`/?nagari=${encodeURIComponent(nagari)}`);
  await expectToRead(
    page,
    'link Langsung ke isi',
    'link Notifikasi',
    'link Feed',
    'heading Feed',
    'searchbox Cari makanan atau warung...',
    'combobox Nagari',
    /^link .*baru saja$/,
    'link Lihat Sate Padang, foto 1 dari 2',
    'button Suka, 0 suka',
    'button Komentar, 0 komentar',
    'button Bagikan',
    'button Simpan',
    'heading Sate Padang',
    'link Telepon',
    'link WhatsApp',
    'link Kirim Pesan',
  );
  await page.getByRole('searchbox').fill('gulai');
  await expectToHear(page, '1 hasil.');
  await page.getByRole('button', { name: /^Suka/ }).click();
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToRead(page, 'button Suka, 1 suka pressed', 'button Simpan pressed');
  await page.getByRole('searchbox').fill('zzzzzz');
  await expectToHear(page, 'Tidak ada hasil.');
  await page.getByRole('searchbox').fill('gulai');

  await page.getByRole('link', { name: 'Lihat Gulai, foto 1 dari 2' }).click();
  await expectToRead(page, 'heading Postingan', 'heading Gulai', 'heading Komentar', 'textbox Tulis komentar...');
  const comment = async (text: string) => {
    await page.getByPlaceholder('Tulis komentar...').fill(text);
    await page.getByRole('button', { name: 'Kirim', exact: true }).click();
  };
  await comment('Masih ada?');
  await expectToHear(page, 'Komentar terkirim.');
  const [post] = await lapau.db
    .selectFrom('posts')
    .select('id')
    .where('user_id', '=', seller.id)
    .where('food_name', '=', 'Gulai')
    .execute();
  const answer = { post_id_to_comment_on: post?.id ?? '', comment_content: 'Masih.', id: crypto.randomUUID() };
  await lapau.call('add_comment', answer, seller);
  await expectToHear(page, 'Ada komentar baru.');
  await page.context().setOffline(true);
  await expectToHear(page, 'Sinyal hilang.');
  await comment('Dua, ya.');
  await expectToHear(page, '1 komentar: menunggu sinyal');
  await expectToRead(page, 'Dua, ya.', 'menunggu sinyal', 'button Batal');
});

test('a message is sent, answered, and waits for the signal', async ({ lapau, open }) => {
  const { id, buyer, seller } = await buildChat(lapau);
  await chatWith(lapau, id, seller, 'Ada lontong.');
  const page = await open('about:blank', buyer);
  await startListening(page);
  await page.goto(`/chat/${id}`);
  await expect(messageBox(page)).toBeVisible();
  await send(page, 'Tiga bungkus.');
  await expectToHear(page, 'Pesan terkirim.');
  await chatWith(lapau, id, seller, 'Nanti sore.');
  await expectToHear(page, `${seller.warung.name}: Nanti sore.`);
  await expectToRead(
    page,
    'button Kembali',
    /^heading /,
    'button Menu percakapan',
    'Ada lontong.',
    'button Menu pesan',
    'Tiga bungkus.',
    'Nanti sore.',
    'textbox Ketik pesan...',
    'button Kirim disabled',
  );
  await page.context().setOffline(true);
  await send(page, 'Saya jemput.');
  await expectToHear(page, '1 pesan menunggu sinyal.');
  await page.context().setOffline(false);
  await expect(messageRow(page, 'Saya jemput.')).toContainText(/(?<!belum )terkirim/);
  expect((await heard(page)).filter((said) => said === 'Pesan terkirim.')).toHaveLength(2);
});

test('a cook switches a dish, and hears what is missing in a new one; a stall is found by its name', async ({
  lapau,
  open,
}) => {
  const name = unique('Kadai Uni Eli');
  const seller = await buildSeller(lapau, { warung: { name } });
  await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name: 'Sate' });
  const page = await open('about:blank', seller);
  await startListening(page);
  await page.goto('/my-warung');
  const reads = ['heading Warung Saya', 'switch Warung Buka checked', 'link Tambah Menu', 'link Sate'];
  await expectToRead(page, ...reads, 'switch Tersedia : Sate checked', 'button Menu Sate');
  await loseSignal(page);
  await page.getByRole('switch', { name: 'Sate' }).click();
  await expectToHear(page, 'menunggu sinyal');
  await expectToRead(page, 'switch Habis : Sate', 'menunggu sinyal');
  await page.context().setOffline(false);
  await expect(page.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);

  await page.goto('/my-warung/tambah-menu');
  await page.getByRole('button', { name: 'Posting' }).click();
  await expectToHear(page, 'Foto dan nama postingan harus diisi.');
  await expectToRead(
    page,
    'heading Tambah Menu',
    'button Pilih foto invalid',
    'Foto harus diisi.',
    'textbox Nama invalid',
    'textbox Harga invalid',
    'button Posting',
  );
  await page.goto('/warung');
  await page.getByRole('searchbox').fill(name);
  await expectToHear(page, '1 hasil.');
  await expectToRead(page, 'heading Warung', 'searchbox Cari nama warung...', new RegExp(`^link .*${name}`));
});

test('an admin decides about a report and an application; a newcomer hears what is missing', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const food_name = unique('Gulai');
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name });
  const reporter = await buildMember(lapau);
  await buildReport(lapau, { reported_post_id: post.id, reporter_id: reporter.id });
  const warung_name = unique('Kadai');
  await buildApplicationWithPhotos(lapau, await buildMember(lapau), { warung_name });
  const page = await open('about:blank', await buildAdmin(lapau));
  await startListening(page);
  await page.goto('/admin');
  await expectToRead(page, 'heading Ringkasan', /^link \d+ laporan/, 'heading Pengajuan', `heading ${warung_name}`);
  await page.goto('/admin/reports');
  await expectToRead(page, 'heading Laporan Postingan Masuk', /^button Laporan.* pressed$/, new RegExp(food_name));

  const newcomer = await open('about:blank');
  await startListening(newcomer);
  await newcomer.goto('/login?mode=daftar');
  await newcomer.getByRole('button', { name: 'Daftar' }).click();
  // The focus makes the reader say the first error; the others are read on the way.
  await expect(newcomer.getByLabel('Nama lengkap')).toBeFocused();
  await expect(newcomer.getByLabel('Nama lengkap')).toHaveAccessibleDescription('Nama lengkap wajib diisi.');
  await expectToRead(newcomer, 'heading Daftar Akun Baru', 'textbox Nama lengkap invalid', 'button Daftar');
});
