import type { Page } from '@playwright/test';
import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';

const typed = {
  'Nama lengkap': 'Yusna Dewi',
  'Nomor HP': '0812-3456-7890',
  Alamat: 'Jorong Koto Tinggi',
  Nagari: 'Muaro Paiti',
  Kecamatan: 'Kapur IX',
  Email: 'yusna@lapau.test',
};

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('a reload in the middle of registering keeps everything but the password', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open('/login?mode=daftar');
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  await field(page, 'Kata sandi').fill('sangat rahasia');
  await expect.poll(() => storedDrafts(page)).toContain(typed.Email);
  expect(await storedDrafts(page)).not.toContain('sangat rahasia');
  await page.reload();
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text);
  await expect(field(page, 'Kata sandi')).toHaveValue('');

  // Another person signs in on this device: the typed text is gone.
  await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click();
  await field(page, 'Email').fill(member.email);
  await field(page, 'Kata sandi').fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  await expect.poll(() => storedDrafts(page)).toBe('[]');
});

test('a phone that is none is refused under its field (D22)', async ({ open }) => {
  const page = await open('/login?mode=daftar');
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  await field(page, 'Kata sandi').fill('rahasia');
  await field(page, 'Nomor HP').fill('belum punya');
  await page.getByRole('button', { name: 'Daftar' }).click();
  await expect(field(page, 'Nomor HP')).toHaveAccessibleDescription('Nomor HP tidak benar. Contoh: 0812-3456-7890.');
  await expect(field(page, 'Nomor HP')).toBeFocused();
});

test('profile and comment survive a reload, and nobody else on the device gets them', async ({ lapau, open }) => {
  const [member, other] = [await buildMember(lapau), await buildMember(lapau)];
  const [password, othersPassword] = [await buildPassword(lapau, member), await buildPassword(lapau, other)];
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const page = await open('/profile', member);
  await field(page, 'Alamat').fill('Jorong Simpang');
  await expect.poll(() => storedDrafts(page)).toContain('Jorong Simpang');
  await page.reload();
  await expect(field(page, 'Alamat')).toHaveValue('Jorong Simpang');

  const comment = page.getByPlaceholder('Tulis komentar...');
  await page.goto(`/post/${post.id}`);
  await comment.fill('Masih ada, Uni?');
  await expect.poll(() => storedDrafts(page)).toContain('Masih ada, Uni?');
  await page.reload();
  await expect(comment).toHaveValue('Masih ada, Uni?');

  const signIn = async (email: string, secret: string) => {
    await field(page, 'Email').fill(email);
    await field(page, 'Kata sandi').fill(secret);
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
    // A draft that stayed would mix with what is typed into the next form of /login.
    await expect.poll(() => storedDrafts(page)).not.toContain(email);
  };
  const signOut = async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Keluar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
  };
  await signOut();
  for (const [email, secret] of [
    [other.email, othersPassword],
    [member.email, password],
  ] as const) {
    await signIn(email, secret);
    await page.goto('/profile');
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Alamat')).not.toHaveValue('Jorong Simpang');
    await page.goto(`/post/${post.id}`);
    await expect(comment).toHaveValue('');
    expect(await storedDrafts(page)).not.toContain('Masih ada, Uni?');
    await signOut();
  }
});

test('a profile that was saved is no longer a draft', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  await field(page, 'Nagari').fill('nagari Sialang');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Profil berhasil diperbarui.')).toBeVisible();
  await expect(field(page, 'Nagari')).toHaveValue('Sialang');
  await expect.poll(() => storedDrafts(page)).toBe('[]');
});
