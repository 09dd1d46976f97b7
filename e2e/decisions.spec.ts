import { limits } from '@lapau/contract/limits';
import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, pauseCall, restoreCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { storePhoto } from './support/photos.ts';
import { expect, stretchTimers, test, toastTimer } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

const listOf = (name: string) => `/admin/users?cari=${encodeURIComponent(name)}`;
async function ask(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Tindakan untuk ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a decision says what it will do, asks why, and is taken back without a trace within ten seconds (D75)', async ({
  lapau,
  open,
}) => {
  const full_name = unique('Bu Ani');
  const person = await buildSeller(lapau, { profile: { full_name } });
  const images = [await storePhoto(lapau, person)];
  const { food_name } = await buildPost(lapau, { user_id: person.id, images, food_name: unique('Gulai Jariang') });
  const neighbour = await open('/', await buildMember(lapau));
  await expect(neighbour.getByRole('heading', { name: food_name })).toBeVisible();
  const page = await open(listOf(full_name), await buildAdmin(lapau));
  await ask(page, full_name, 'Tangguhkan');
  const dialog = page.getByRole('dialog', { name: `Tangguhkan ${full_name}?` });
  await expect(
    dialog.getByText(`1 menu disembunyikan. ${full_name} langsung keluar dan membaca alasannya saat masuk.`),
  ).toBeVisible();
  await expectAccessible(page);

  await decide(page, 'Tangguhkan');
  await expect(dialog.getByText('Pilih alasannya.')).toBeVisible();
  await decide(page, 'Tangguhkan', 'Alasan lain');
  await expect(dialog.getByText('Alasan wajib diisi.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Alasan lain' }).fill('Menipu pembeli di pasar.');
  await expectAccessible(page);
  const suspended = page.waitForResponse('**/rpc/toggle_user_suspension');
  await decide(page, 'Tangguhkan');
  expect(await (await suspended).json()).toMatchObject({ decision: { reason: 'Menipu pembeli di pasar.' } });
  await page.getByRole('button', { name: 'Urungkan' }).click();
  await expectToast(page, 'Keputusan dibatalkan. Semua kembali seperti semula.');
  // The person stays signed in, and was told nothing.
  expect(await lapau.call('get_notifications', {}, person)).toEqual([]);
  await neighbour.reload();
  await expect(neighbour.getByRole('heading', { name: food_name })).toBeVisible();
  await ask(page, full_name, 'Tangguhkan');
  await expect(dialog).toBeVisible();
});

test('of two decisions in a row each toast names its own, and none covers the next question', async ({
  lapau,
  open,
}) => {
  const family = unique('Chaniago');
  const [first, second] = [`Ani ${family}`, `Budi ${family}`];
  for (const full_name of [first, second]) await buildMember(lapau, { full_name });
  const page = await open('about:blank', await buildAdmin(lapau));
  await page.addInitScript(stretchTimers, { ...toastTimer, durationMs: limits.undoMs });
  await page.goto(listOf(family));
  const toastOf = (name: string) => toastsOf(page).filter({ hasText: name });
  const decided = page.waitForResponse('**/rpc/toggle_user_suspension');
  await ask(page, first, 'Tangguhkan');
  await decide(page, 'Tangguhkan', 'Penipuan.');
  const { decision } = (await (await decided).json()) as { decision: { id: string } };
  await expect(toastOf(first).getByRole('button', { name: 'Urungkan' })).toBeVisible();
  await ask(page, second, 'Tangguhkan');
  const dialog = page.getByRole('dialog', { name: `Tangguhkan ${second}?` });
  await expect(dialog.getByRole('radio', { name: 'Penipuan.' })).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toBeHidden();
  await decide(page, 'Tangguhkan', 'Penipuan.');
  await expect(dialog).toBeHidden();
  await expect(toastOf(second).getByRole('button', { name: 'Urungkan' })).toBeVisible();
  // The server may already be too late for the first decision, so the test answers in its place.
  await page.route('**/rpc/undo_decision', (route) => {
    expect(route.request().postDataJSON()).toEqual({ decision_id: decision.id });
    return route.fulfill({ json: decision });
  });
  await toastOf(first).getByRole('button', { name: 'Urungkan' }).click();
  await expect(toastOf('Keputusan dibatalkan.')).toContainText(first);
});

test('a decision that waits for the server says so and is left; its answer closes no other question', async ({
  lapau,
  open,
}) => {
  const family = unique('Tanjuang');
  const [first, second] = [`Ani ${family}`, `Budi ${family}`];
  for (const full_name of [first, second]) await buildMember(lapau, { full_name });
  const page = await open(listOf(family), await buildAdmin(lapau));
  const release = await pauseCall(page, 'toggle_user_suspension');
  await ask(page, first, 'Tangguhkan');
  const dialog = page.getByRole('dialog');
  await decide(page, 'Tangguhkan', 'Penipuan.');
  await expect(dialog.getByRole('button', { name: 'Belum ada jawaban...' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Batal' }).click();
  await expect(dialog).toBeHidden();
  await ask(page, second, 'Tangguhkan');
  await dialog.getByRole('radio', { name: 'Alasan lain' }).check();
  await dialog.getByRole('textbox', { name: 'Alasan lain' }).fill('Menipu');
  release();
  await expectToast(page, `Pengguna ${first} berhasil ditangguhkan.`);
  await expect(dialog.getByRole('textbox', { name: 'Alasan lain' })).toHaveValue('Menipu');

  // The server also says what a decision will do.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await pauseCall(page, 'preview_decision');
  await ask(page, second, 'Tangguhkan');
  await expect(dialog.getByText('Belum ada jawaban dari server...')).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(listOf(family));
});

test('on the smallest phone what is missing shows without scrolling', async ({ lapau, open }) => {
  const full_name = unique('Siti Rahmawati Datuak Rajo Panghulu nan Panjang Namonyo');
  await buildMember(lapau, { full_name });
  const page = await open(listOf(full_name), await buildAdmin(lapau));
  await page.setViewportSize({ width: 320, height: 480 });
  await ask(page, full_name, 'Tangguhkan');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Profil disembunyikan.')).toBeVisible();
  await decide(page, 'Tangguhkan');
  await expect(dialog.getByText('Pilih alasannya.')).toBeInViewport({ ratio: 0.9 });
  await dialog.getByRole('radio', { name: 'Alasan lain' }).check();
  await expect(dialog.getByRole('textbox', { name: 'Alasan lain' })).toBeInViewport({ ratio: 0.9 });
  await decide(page, 'Tangguhkan');
  await expect(dialog.getByText('Alasan wajib diisi.')).toBeInViewport({ ratio: 0.9 });
});

test.describe('open pages', () => {
  test.use({ expectedErrors: /40[134]/ });

  test('suspending takes a person off every open page, and lifting it brings all back (D7, D11)', async ({
    lapau,
    open,
  }) => {
    const full_name = unique('Nek Upiak');
    const person = await buildSeller(lapau, { profile: { full_name } });
    const images = [await storePhoto(lapau, person)];
    const dish = await buildPost(lapau, { user_id: person.id, images, food_name: unique('Katupek') });
    const own = await open('/my-warung', person);
    await expect(own.getByText(dish.food_name).first()).toBeVisible();
    const reader = await buildMember(lapau);
    const [feed, post] = [await open('/', reader), await open(`/post/${dish.id}`, reader)];
    const page = await open(listOf(full_name), await buildAdmin(lapau));
    const title = { name: dish.food_name };
    for (const shown of [feed, post]) await expect(shown.getByRole('heading', title)).toBeVisible();

    // The suspension is taken back at once: the phone that was signed out is signed in again.
    await ask(page, full_name, 'Tangguhkan');
    await decide(page, 'Tangguhkan', 'Penipuan.');
    await expect(own.getByText('Akun Anda telah ditangguhkan. Silakan hubungi admin.')).toBeVisible();
    await page.getByRole('button', { name: 'Urungkan' }).click();
    await expectToast(page, 'Keputusan dibatalkan. Semua kembali seperti semula.');
    await own.reload();
    await expect(own.getByRole('link', { name: 'Profil' })).toBeVisible();

    await ask(page, full_name, 'Tangguhkan');
    await decide(page, 'Tangguhkan', 'Penipuan.');
    await expect(own).toHaveURL('/login');
    await expect(feed.getByRole('heading', title)).toHaveCount(0);
    await expect(post.getByText('Post tidak ditemukan atau terjadi kesalahan.')).toBeVisible();

    await ask(page, full_name, 'Aktifkan');
    await expect(page.getByText(`1 menu terlihat lagi. ${full_name} dapat masuk lagi dan diberi tahu.`)).toBeVisible();
    await decide(page, 'Aktifkan');
    for (const shown of [feed, post]) await expect(shown.getByRole('heading', title)).toBeVisible();
  });
});

test.describe('of two admins', () => {
  test.use({ expectedErrors: /409.*toggle_user_suspension/ });

  test('the second sees who has decided, what and when, in the open question (D75)', async ({ lapau, open }) => {
    const full_name = unique('Uda Rizal');
    const person = await buildMember(lapau, { full_name });
    const first = await buildAdmin(lapau, { full_name: unique('Admin Satu') });
    const page = await open(listOf(full_name), await buildAdmin(lapau));
    await ask(page, full_name, 'Tangguhkan');
    await expect(page.getByText(`${full_name} langsung keluar`)).toBeVisible();
    const suspend = () =>
      lapau.call(
        'toggle_user_suspension',
        { user_id_to_toggle: person.id, suspended: true, reason_key: 'spam' },
        first,
      );

    // Both admins tap at the same time: the page does not know of the other decision yet.
    const release = await pauseCall(page, 'preview_decision');
    await suspend();
    await decide(page, 'Tangguhkan', 'Penipuan.');
    const note = page.getByRole('dialog', { name: 'Sudah diputuskan' });
    await expect(note.getByText(`${first.full_name} sudah menangguhkan pengguna ini.`)).toBeVisible();
    await expect(note.getByText('baru saja')).toBeVisible();
    await expect(note.getByText('Alasan: Iklan atau kiriman yang berulang-ulang.')).toBeVisible();
    await expectAccessible(page);
    release();
    await note.getByRole('button', { name: 'Mengerti' }).click();

    // The list has followed, and an open question does too.
    await ask(page, full_name, 'Aktifkan');
    await expect(page.getByRole('dialog').getByText(`${full_name} dapat masuk lagi dan diberi tahu.`)).toBeVisible();
    await lapau.call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, first);
    await expect(note.getByText(`${first.full_name} sudah mengaktifkan pengguna ini.`)).toBeVisible();
  });
});

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400|409/ });

  test('what a decision does, and taking it back', async ({ lapau, open }) => {
    const full_name = unique('Etek Ros');
    await buildMember(lapau, { full_name });
    const page = await open(listOf(full_name), await buildAdmin(lapau));
    await failCall(page, 'preview_decision');
    await ask(page, full_name, 'Tangguhkan');
    await expect(page.getByText(/^Gagal memuat akibat keputusan ini: /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tangguhkan', exact: true })).toBeDisabled();
    await restoreCall(page, 'preview_decision');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await decide(page, 'Tangguhkan', 'Penipuan.');
    await failCall(page, 'undo_decision', { code: 'undo_expired' });
    await page.getByRole('button', { name: 'Urungkan' }).click();
    await expectToast(page, 'Gagal mengurungkan: Perubahan ini tidak dapat dibatalkan lagi.');
  });
});
