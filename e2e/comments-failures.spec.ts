import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { restoreCall, pauseCall, failCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test.use({
  expectedErrors: /(400|403|404|422).*(add_comment|delete_comment|get_comments_for_post)|ERR_FAILED.*add_comment/,
});

async function onePost(lapau: Lapau) {
  const seller = await buildSeller(lapau);
  const { id } = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  return { id, seller };
}

test('a comment shows while it is being sent, and is back in the input when that fails', async ({ lapau, open }) => {
  const { id } = await onePost(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await failCall(page, 'add_comment');
  const release = await pauseCall(page, 'add_comment');
  const input = page.getByPlaceholder('Tulis komentar...');
  await input.fill('Masih ada?\nSaya mau dua.');
  await page.getByRole('button', { name: 'Kirim' }).click();
  const row = page.getByRole('list', { name: 'Komentar' }).getByRole('listitem');
  await expect(row).toContainText('Masih ada?');
  await expect(row).toContainText('Mengirim...');
  await expect(input).toHaveValue('');
  // The person types more while the comment is being sent.
  await input.fill('Besar ya.');
  release();
  await expectToast(page, 'Gagal mengirim komentar.');
  await expect(row).toBeHidden();
  await expect(input).toHaveValue('Masih ada?\nSaya mau dua.\nBesar ya.');
  await restoreCall(page, 'add_comment');
  await page.getByRole('button', { name: 'Kirim' }).click();
  await expect(row).toContainText('baru saja');
  await expect(input).toHaveValue('');
});

test('a comment whose text is refused says why below the input, and can be sent once it is changed', async ({
  lapau,
  open,
}) => {
  const { id } = await onePost(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  const reason = 'Komentar harus berisi huruf yang terlihat.';
  await failCall(page, 'add_comment', { code: 'invalid_input', details: { comment_content: reason }, times: 1 });
  const input = page.getByPlaceholder('Tulis komentar...');
  await input.fill('Masih ada?');
  await page.getByRole('button', { name: 'Kirim' }).click();
  await expect(input).toHaveValue('Masih ada?');
  await expect(input).toHaveAccessibleDescription(reason);
  await expect(page.getByRole('alert')).toHaveText(reason);
  await expect(page.getByText('Ada isian yang belum benar.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Kirim' })).toBeDisabled();
  await input.fill('Masih ada, Uni?');
  await expect(input).toHaveAccessibleDescription('');
  await page.getByRole('button', { name: 'Kirim' }).click();
  await expect(page.getByRole('list', { name: 'Komentar' }).getByRole('listitem')).toContainText('baru saja');
});

test('a comment whose answer is lost shows once, and a second one with the same text shows too', async ({
  lapau,
  open,
}) => {
  const { id } = await onePost(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await page.route(
    '**/rpc/add_comment',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const rows = page.getByRole('list', { name: 'Komentar' }).getByRole('listitem');
  for (const count of [1, 2]) {
    await page.getByPlaceholder('Tulis komentar...').fill('Lamak bana!');
    await page.getByRole('button', { name: 'Kirim' }).click();
    await expect(rows).toHaveCount(count);
    await expect(page.getByText(/Mengirim...|menunggu sinyal|belum terkirim/)).toHaveCount(0);
    await expect(rows).toHaveCount(count);
  }
  const stored = lapau.db.selectFrom('post_comments').select('id').where('post_id', '=', id);
  expect(await stored.execute()).toHaveLength(2);
});

test('what answers a deleted comment, or is refused, stays in the input and says why', async ({ lapau, open }) => {
  const { id, seller } = await onePost(lapau);
  const comment = await buildComment(lapau, { post_id: id, content: 'Ada yang mau?' });
  const member = await buildMember(lapau);
  const page = await open(`/post/${id}`, member);
  await page.getByRole('button', { name: 'Balas' }).click();
  await page.getByPlaceholder(/^Balas ke/).fill('Saya!');
  // The comment is deleted without a signal to the open page.
  await lapau.db.deleteFrom('post_comments').where('id', '=', comment.id).execute();
  await page.getByRole('button', { name: 'Kirim' }).click();
  await expectToast(page, 'Gagal mengirim komentar.');
  const input = page.getByPlaceholder('Tulis komentar...');
  await expect(input).toHaveValue('Saya!');

  await lapau.call('set_block', { person_id: member.id, blocked: true }, seller);
  await page.getByRole('button', { name: 'Kirim' }).click();
  await expect(page.getByText('Komentar tidak dapat dikirim.')).toBeVisible();
  await expect(input).toHaveValue('Saya!');
});

test('a comment that cannot be deleted stays, and comments that cannot be loaded say so', async ({ lapau, open }) => {
  const { id } = await onePost(lapau);
  const member = await buildMember(lapau);
  await buildComment(lapau, { post_id: id, user_id: member.id, content: 'Lamak bana!' });
  const page = await open('/', member);
  await failCall(page, 'get_comments_for_post');
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('main').getByText('Gagal memuat komentar.')).toBeVisible();
  await restoreCall(page, 'get_comments_for_post');
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText('Lamak bana!')).toBeVisible();

  await failCall(page, 'delete_comment');
  await page.getByRole('button', { name: /^Menu komentar/ }).click();
  await page.getByRole('menuitem', { name: 'Hapus' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
  await expectToast(page, 'Gagal menghapus komentar.');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByText('Lamak bana!')).toBeVisible();

  // An admin gives a reason, keeps it when it fails, and takes the deletion back (D54, D75).
  const admins = await open(`/post/${id}`, await buildAdmin(lapau));
  await failCall(admins, 'delete_comment');
  await admins.getByRole('button', { name: /^Menu komentar/ }).click();
  await admins.getByRole('menuitem', { name: 'Hapus' }).click();
  await decide(admins, 'Hapus', 'Penipuan.');
  await expectToast(admins, 'Gagal menghapus komentar.');
  await restoreCall(admins, 'delete_comment');
  await decide(admins, 'Hapus');
  await expectToast(admins, 'Komentar dihapus.');
  await expect(page.getByText('Lamak bana!')).toBeHidden();
  const [told] = await lapau.call('get_notifications', {}, member);
  expect(told?.content).toMatch(/dihapus admin: Penipuan\.$/);
  await admins.getByRole('button', { name: 'Urungkan' }).click();
  await expect(page.getByText('Lamak bana!')).toBeVisible();
});
