import type { Page } from '@playwright/test';
import {
  buildAdmin,
  buildAppealToken,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
} from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

const sent = 'Keberatan Anda sudah terkirim. Tunggu keputusan admin.';
const kept = 'Keberatan Anda sudah diperiksa. Keputusan semula tetap berlaku.';

/** A person whom an admin has suspended with a reason. */
async function buildSuspended(lapau: Lapau) {
  const admin = await buildAdmin(lapau);
  const person = await buildMember(lapau);
  const password = await buildPassword(lapau, person);
  const input = { user_id_to_toggle: person.id, suspended: true, reason: 'Menjual pulsa di komentar.' };
  await lapau.call('toggle_user_suspension', input, admin);
  return { admin, person, password };
}
async function signIn(page: Page, { email }: { email: string }, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
}
const appealOf = async (lapau: Lapau, userId: string) => {
  const appeals = await lapau.call('get_pending_appeals', { limit: 50 }, await buildAdmin(lapau));
  const appeal = appeals.find(({ user_id }) => user_id === userId);
  if (!appeal) throw new Error('no appeal of this person waits');
  return appeal;
};

test.describe('a suspended person', () => {
  test.use({ expectedErrors: /4(?:00|03|09).*(sign-in|submit_appeal)/ });

  test('reads why and appeals once; what is typed survives a reload, and the answer is read at the next sign-in', async ({
    lapau,
    open,
  }) => {
    const { admin, person, password } = await buildSuspended(lapau);
    const page = await open('/login');
    await signIn(page, person, password);
    const notice = page.getByRole('region', { name: 'Penangguhan' });
    await expect(notice.getByRole('alert')).toContainText('Akun Anda telah ditangguhkan. Silakan hubungi admin.');
    await expect(notice.getByText('Alasan: Menjual pulsa di komentar.')).toBeVisible();
    await notice.getByRole('button', { name: 'Ajukan keberatan' }).click();
    const text = notice.getByLabel('Keberatan Anda');
    await expect(text).toBeFocused();
    await notice.getByRole('button', { name: 'Kirim keberatan' }).click();
    await expect(notice.getByText('Keberatan tidak boleh kosong.')).toBeVisible();
    await expectAccessible(page);
    await text.fill('x'.repeat(501));
    await expect(notice.getByText(/paling banyak 500/)).toBeVisible();
    await text.fill('Itu bukan saya.');

    // The text is typed before a reload; somebody else at the same phone does not see it.
    const other = await buildSuspended(lapau);
    await expect.poll(() => storedDrafts(page)).toContain('Itu bukan saya.');
    const reload = async () => {
      await expect.poll(() => storedDrafts(page)).toContain(person.email);
      await page.reload();
      // The e-mail is back before anything is filled in: otherwise both addresses would end up in one field.
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
    };
    await reload();
    await signIn(page, other.person, other.password);
    await expect(notice.getByRole('button', { name: 'Ajukan keberatan' })).toBeVisible();
    await signIn(page, person, password);
    await expect(text).toHaveValue('Itu bukan saya.');
    await notice.getByRole('button', { name: 'Kirim keberatan' }).click();
    await expect(notice.getByText(sent)).toBeVisible();
    await reload();
    await signIn(page, person, password);
    await expect(notice.getByText(sent)).toBeVisible();
    await expect(notice.getByRole('button')).toHaveCount(0);
    const appeal = await appealOf(lapau, person.id);
    expect(appeal.content).toBe('Itu bukan saya.');

    await lapau.call('decide_appeal', { appeal_id: appeal.id, accepted: false, reason: 'Ada tiga saksi.' }, admin);
    await signIn(page, person, password);
    await expect(notice.getByText(kept)).toBeVisible();
    await expect(notice.getByText('Jawaban admin: Ada tiga saksi.')).toBeVisible();
    await expectAccessible(page);
  });

  test('keeps the text when it cannot be sent, and is told why', async ({ lapau, open }) => {
    const { admin, person, password } = await buildSuspended(lapau);
    const page = await open('/login');
    await signIn(page, person, password);
    await page.getByRole('button', { name: 'Ajukan keberatan' }).click();
    const text = page.getByLabel('Keberatan Anda');
    const send = () => page.getByRole('button', { name: 'Kirim keberatan' }).click();
    await text.fill('Itu bukan saya.');
    await failCall(page, 'submit_appeal');
    await send();
    await expectToast(page, 'Gagal mengirim keberatan.');
    await restoreCall(page, 'submit_appeal');
    // The suspension that the form is about was followed by another one.
    await lapau.db.deleteFrom('verifications').where('value', '=', person.id).execute();
    await send();
    await expectToast(page, 'Masuk sekali lagi untuk mengirim keberatan.');
    // The form on the screen may be the one from before this sign-in until its answer has come.
    const answered = page.waitForResponse('**/auth/sign-in/email');
    await signIn(page, person, password);
    await answered;
    await expect(text).toHaveValue('Itu bukan saya.');
    // The person has appealed from another phone in the meantime.
    await failCall(page, 'submit_appeal', { code: 'appeal_sent' });
    await send();
    await expect(page.getByText(sent)).toBeVisible();
    await restoreCall(page, 'submit_appeal');

    await lapau.call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, admin);
    await signIn(page, person, password);
    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
    await page.goto('/notifications');
    await page.getByRole('button', { name: /Penangguhan akun Anda dicabut/ }).click();
    await expect(page.getByRole('dialog', { name: 'Penangguhan dicabut' })).toContainText('Selamat datang kembali.');
  });
});

test.describe('the owner of something that was removed', () => {
  test.use({ expectedErrors: /4(?:00|04).*(get_my_appeal|appeal_removal|get_post_details)/ });

  /** A dish that an admin has deleted. */
  async function buildRemoved(lapau: Lapau) {
    const admin = await buildAdmin(lapau);
    const seller = await buildSeller(lapau);
    const images = [await storePhoto(lapau, seller)];
    const post = await buildPost(lapau, { user_id: seller.id, food_name: 'Randang Dagiang', images });
    const reason = 'Fotonya milik warung lain. '.repeat(12).trim();
    await lapau.call('delete_post', { post_id: post.id, reason }, admin);
    return { admin, seller, reason };
  }

  test('reads the whole reason in its notification, appeals once and reads the answer', async ({ lapau, open }) => {
    const { seller, reason } = await buildRemoved(lapau);
    const page = await open('/notifications', seller);
    await page.getByRole('button', { name: /Randang Dagiang dihapus admin/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Dihapus admin' });
    await expect(dialog).toContainText(`Postingan Randang Dagiang dihapus admin: ${reason}`);
    await dialog.getByRole('button', { name: 'Ajukan keberatan' }).click();
    await dialog.getByLabel('Keberatan Anda').fill('Foto itu saya ambil sendiri.');
    await expectAccessible(page);
    await page.reload();
    const row = page.getByRole('button', { name: /Randang Dagiang dihapus admin/ });
    await row.click();
    await expect(dialog.getByLabel('Keberatan Anda')).toHaveValue('Foto itu saya ambil sendiri.');
    await dialog.getByRole('button', { name: 'Kirim keberatan' }).click();
    await expect(dialog.getByText(sent)).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();

    const { id: appeal_id } = await appealOf(lapau, seller.id);
    const answer = { appeal_id, accepted: true, reason: 'Maaf, kami keliru.' };
    await lapau.call('decide_appeal', answer, await buildAdmin(lapau));
    await page.getByRole('button', { name: /Keberatan Anda diterima/ }).click();
    await expect(page.getByRole('dialog', { name: 'Jawaban keberatan' })).toContainText('Maaf, kami keliru.');
    await page.keyboard.press('Escape');
    await row.click();
    await expect(dialog.getByText('Jawaban admin: Maaf, kami keliru.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Ajukan keberatan' })).toHaveCount(0);
  });

  test('is told what cannot be loaded and sent', async ({ lapau, open }) => {
    const { seller } = await buildRemoved(lapau);
    const page = await open('/notifications', seller);
    await failCall(page, 'get_my_appeal');
    await page.getByRole('button', { name: /Randang Dagiang dihapus admin/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Dihapus admin' });
    await expect(dialog.getByText('Gagal memuat keberatan.')).toBeVisible();
    await expectAccessible(page);
    await restoreCall(page, 'get_my_appeal');
    await dialog.getByRole('button', { name: 'Coba lagi' }).click();
    await dialog.getByRole('button', { name: 'Ajukan keberatan' }).click();
    await dialog.getByLabel('Keberatan Anda').fill('Foto itu saya ambil sendiri.');
    await failCall(page, 'appeal_removal');
    await dialog.getByRole('button', { name: 'Kirim keberatan' }).click();
    await expectToast(page, 'Gagal mengirim keberatan.');
    await expect(dialog.getByLabel('Keberatan Anda')).toHaveValue('Foto itu saya ambil sendiri.');
  });
});

test.describe('admins', () => {
  test.use({ expectedErrors: /4(?:00|03).*(get_pending_appeals|decide_appeal|sign-in)/ });

  /** A suspended person who has appealed. */
  async function buildAppealed(lapau: Lapau) {
    await lapau.db.deleteFrom('appeals').execute();
    const built = await buildSuspended(lapau);
    const token = await buildAppealToken(lapau, built.person);
    await lapau.call('submit_appeal', { token, appeal_text: 'Itu bukan saya.' });
    return built;
  }
  const cardOf = (page: Page, { full_name }: { full_name: string }) =>
    page.getByRole('list', { name: 'Keberatan' }).getByRole('listitem').filter({ hasText: full_name });

  test('answer appeals in the same queue; accepting one lets the person in again, and an undo takes it back', async ({
    lapau,
    open,
  }) => {
    const { admin, person, password } = await buildAppealed(lapau);
    const mine = await open('/notifications', admin);
    await mine
      .getByRole('link', { name: /mengajukan keberatan/ })
      .first()
      .click();
    await expect(mine.getByRole('button', { name: 'Keberatan (1)' })).toHaveAttribute('aria-pressed', 'true');
    await expect(cardOf(mine, person).getByText(/Ini keputusan Anda sendiri/)).toBeVisible();
    const page = await open('/admin/reports?bagian=keberatan', await buildAdmin(lapau));
    const card = cardOf(page, person);
    await expect(card).toContainText('Itu bukan saya.');
    await expect(card).toContainText(`Diputuskan ${admin.full_name}`);
    await expect(card).toContainText('Alasan: Menjual pulsa di komentar.');
    await expect(card.getByText(/Ini keputusan Anda sendiri/)).toHaveCount(0);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Terima' }).click();
    await expect(page.getByRole('dialog')).toContainText('Penangguhan dicabut.');
    await decide(page, 'Terima');
    await expectToast(page, 'Keberatan diterima.');
    await expect(page.getByText('Tidak ada keberatan yang menunggu.')).toBeVisible();
    // The decision can be taken back for ten seconds only.
    await page.getByRole('button', { name: 'Urungkan' }).click();
    await expect(card).toBeVisible();

    await card.getByRole('button', { name: 'Terima' }).click();
    await decide(page, 'Terima');
    await expect(page.getByText('Tidak ada keberatan yang menunggu.')).toBeVisible();
    await expect(mine.getByText('Tidak ada keberatan yang menunggu.')).toBeVisible();
    const theirs = await open('/login');
    await signIn(theirs, person, password);
    await expect(theirs.getByRole('link', { name: 'Profil' })).toBeVisible();
  });

  test('refuse one with a reason, and the slower of two is told what the other has answered', async ({
    lapau,
    open,
  }) => {
    const { person, password } = await buildAppealed(lapau);
    const first = await buildAdmin(lapau);
    const [faster, slower] = [
      await open('/admin/reports?bagian=keberatan', first),
      await open('/admin/reports?bagian=keberatan', await buildAdmin(lapau)),
    ];
    await cardOf(slower, person).getByRole('button', { name: 'Terima' }).click();
    await expect(slower.getByRole('dialog', { name: `Terima keberatan ${person.full_name}?` })).toBeVisible();
    await cardOf(faster, person).getByRole('button', { name: 'Tolak' }).click();
    await faster.getByRole('dialog').getByRole('radio', { name: 'Alasan lain' }).check();
    await faster.getByRole('dialog').getByLabel('Alasan lain', { exact: true }).last().fill('Ada tiga saksi.');
    await expectAccessible(faster);
    await decide(faster, 'Tolak');
    await expectToast(faster, 'Keberatan ditolak.');
    const note = slower.getByRole('dialog', { name: 'Sudah diputuskan' });
    await expect(note).toContainText(`${first.full_name} sudah menolak keberatan ini.`);
    await note.getByRole('button', { name: 'Mengerti' }).click();
    await expect(slower.getByText('Tidak ada keberatan yang menunggu.')).toBeVisible();
    const theirs = await open('/login');
    await signIn(theirs, person, password);
    await expect(theirs.getByText('Jawaban admin: Ada tiga saksi.')).toBeVisible();
  });

  test('are told what cannot be loaded and decided', async ({ lapau, open }) => {
    const { person } = await buildAppealed(lapau);
    const page = await open('about:blank', await buildAdmin(lapau));
    await failCall(page, 'get_pending_appeals');
    await page.goto('/admin/reports?bagian=keberatan');
    await expect(page.getByText('Gagal memuat keberatan.')).toBeVisible();
    await restoreCall(page, 'get_pending_appeals');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await failCall(page, 'decide_appeal');
    await cardOf(page, person).getByRole('button', { name: 'Terima' }).click();
    await decide(page, 'Terima');
    await expectToast(page, 'Gagal memproses keberatan: Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.');
    await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click();
    await expect(cardOf(page, person)).toBeVisible();
  });
});
