import { notificationTypes } from '@lapau/contract/notifications';
import type { NotificationType } from '@lapau/contract/notifications';
import type { Locator, Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { restoreCall, pauseCall, failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Notifikasi' }).getByRole('listitem');
const unread = (page: Page) => rows(page).filter({ hasText: 'Belum dibaca' });
const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: count === 0 ? 'Notifikasi' : `Notifikasi, ${count} belum dibaca`, exact: true });
const markAll = (page: Page) => page.getByRole('button', { name: 'Tandai Semua Sudah Dibaca' });

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
}

type Given = {
  type?: NotificationType;
  sender_id?: string | null;
  post_id?: string;
  content?: string;
  is_read?: boolean;
};

/** Stores notifications of somebody, the newest first. */
const buildNotifications = (lapau: Lapau, member: BuiltMember, ...notifications: Given[]) =>
  lapau.db
    .insertInto('notifications')
    .values(
      notifications.map((one, index) => ({
        user_id: member.id,
        type: 'new_like' as const,
        content: `Kabar ${index + 1}`,
        created_at: new Date(Date.now() - index * 60_000),
        ...one,
      })),
    )
    .execute();

test('the newest is first, unread ones have a dot, each type has its icon; a tap marks as read and opens the target', async ({
  lapau,
  open,
}) => {
  const member = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: member.id, images: [await storePhoto(lapau, member)] });
  // The server tells of a message only while its sender can be seen.
  const { id: sender } = await buildMember(lapau);
  const each = notificationTypes.map((type) => ({
    type,
    sender_id: type === 'new_message' ? sender : null,
    content: `Kabar ${type}`,
  }));
  await buildNotifications(lapau, member, ...each);
  await buildNotifications(
    lapau,
    member,
    { type: 'new_reply', post_id: post.id, content: 'Balasan' },
    { content: 'Lama', is_read: true },
  );
  const page = await open('about:blank', member);
  const release = await pauseCall(page, 'get_notifications');
  await page.goto('/notifications');
  await expect(page.getByRole('main').getByRole('status').locator('> div')).toHaveCount(5);
  release();
  await expect(rows(page)).toHaveCount(notificationTypes.length + 2);
  await expect(rows(page).first()).toContainText(/Kabar new_user_signup|Balasan/);
  await expect(unread(page)).toHaveCount(notificationTypes.length + 1);
  await expect(rows(page).filter({ hasText: 'Lama' })).not.toContainText('Belum dibaca');
  const icons = await rows(page)
    .filter({ hasText: 'Kabar' })
    .locator('svg')
    .evaluateAll((drawn) => drawn.map(({ innerHTML }) => innerHTML));
  expect(new Set(icons).size).toBe(notificationTypes.length);
  await expectAccessible(page);

  // A tap on a notification without a target only marks it as read.
  await rows(page).filter({ hasText: 'Kabar new_like' }).getByRole('button').click();
  await expect(rows(page).filter({ hasText: 'Kabar new_like' })).not.toContainText('Belum dibaca');
  await expect(page).toHaveURL('/notifications');
  await expect(badge(page, notificationTypes.length)).toBeVisible();
  await rows(page).filter({ hasText: 'Kabar application_rejected' }).getByRole('link').click();
  await expect(page).toHaveURL('/profile');
  await badge(page, notificationTypes.length - 1).click();
  await rows(page).filter({ hasText: 'Balasan' }).getByRole('link').click();
  await expect(page).toHaveURL(`/post/${post.id}`);
  const read = lapau.db
    .selectFrom('notifications')
    .select('content')
    .where('user_id', '=', member.id)
    .where('is_read', '=', true);
  await expect
    .poll(async () => (await read.execute()).map(({ content }) => String(content)).toSorted())
    .toEqual(['Balasan', 'Kabar application_rejected', 'Kabar new_like', 'Lama']);
});

test('badges count in realtime in all tabs; all notifications are marked as read and deleted', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  await buildNotifications(lapau, seller, ...Array.from({ length: 120 }, () => ({})));
  const page = await open('/notifications', seller);
  const other = await open('/profile', seller);
  await expect(badge(page, 120)).toHaveText('120');
  await lapau.call(
    'toggle_like',
    { post_id_to_toggle: post.id, liked: true },
    await buildMember(lapau, { full_name: 'Rina Wati' }),
  );
  await expect(badge(page, 121)).toHaveText('121');
  await expect(badge(other, 121)).toBeVisible();
  await expect(rows(page).first()).toContainText('Rina Wati menyukai postingan Anda: Gulai Baung.');
  // A second like changes the same notification (D56).
  await lapau.call(
    'toggle_like',
    { post_id_to_toggle: post.id, liked: true },
    await buildMember(lapau, { full_name: 'Sari Bulan' }),
  );
  await expect(rows(page).first()).toContainText('Sari Bulan dan 1 lainnya menyukai postingan Anda: Gulai Baung.');
  await expect(badge(page, 121)).toHaveText('121');

  await markAll(page).click();
  await expectToast(page, 'Semua notifikasi telah ditandai sebagai sudah dibaca.');
  await expect(unread(page)).toHaveCount(0);
  await expect(badge(page, 0)).toBeVisible();
  await expect(badge(other, 0)).toBeVisible();
  await expect(markAll(page)).toBeDisabled();

  const remove = page.getByRole('button', { name: 'Hapus Semua Notifikasi' });
  const question = page.getByRole('alertdialog', { name: 'Hapus Semua Notifikasi?' });
  await remove.click();
  await expect(question).toContainText(
    'Tindakan ini tidak dapat dibatalkan. Semua notifikasi Anda akan dihapus secara permanen.',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Batal' }).click();
  await expect(question).toBeHidden();
  await expect(rows(page).first()).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Hapus' }).click();
  await expectToast(page, 'Semua notifikasi telah dihapus.');
  await expect(page.getByText('Tidak ada notifikasi baru.')).toBeVisible();
  // Buttons without a use are gone, and the keyboard goes on from the list.
  await expect(remove).toHaveCount(0);
  await expect(markAll(page)).toHaveCount(0);
  await expect(question).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
  await expectAccessible(page);
  expect(await lapau.db.selectFrom('notifications').selectAll().where('user_id', '=', seller.id).execute()).toEqual([]);
});

test.describe('a failed call', () => {
  test.use({ expectedErrors: /400.*notifications/ });

  test('shows its toast and is undone on the screen', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    await buildNotifications(lapau, member, {}, {});
    const page = await open('/profile', member);
    await failCall(page, 'get_notifications');
    await badge(page, 2).click();
    await expect(page.getByRole('main').getByText('Gagal memuat notifikasi.')).toBeVisible();
    await restoreCall(page, 'get_notifications');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(unread(page)).toHaveCount(2);

    await failCall(page, 'mark_notifications_read');
    const release = await pauseCall(page, 'mark_notifications_read');
    await markAll(page).click();
    await expect(unread(page)).toHaveCount(0);
    await expect(badge(page, 0)).toBeVisible();
    release();
    await expectToast(page, 'Gagal menandai semua notifikasi sebagai sudah dibaca.');
    await expect(unread(page)).toHaveCount(2);
    await expect(badge(page, 2)).toBeVisible();

    await failCall(page, 'delete_my_notifications');
    await page.getByRole('button', { name: 'Hapus Semua Notifikasi' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
    await expectToast(page, 'Gagal membersihkan notifikasi.');
    await expect(unread(page)).toHaveCount(2);
    await expect(badge(page, 2)).toBeVisible();
  });
});

test('the notification of a deleted post disappears from the open list and the badge (D35)', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  const [first, second] = [
    await buildPost(lapau, { user_id: seller.id, images, food_name: 'Randang' }),
    await buildPost(lapau, { user_id: seller.id, images, food_name: 'Lamang' }),
  ];
  const reader = await buildMember(lapau);
  for (const { id } of [first, second]) {
    await lapau.call('toggle_like', { post_id_to_toggle: id, liked: true }, reader);
  }
  const page = await open('/notifications', seller);
  const other = await open('/profile', seller);
  await expect(rows(page)).toHaveCount(2);
  await expect(badge(other, 2)).toBeVisible();
  await lapau.call('delete_post', { post_id: first.id }, seller);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Lamang');
  await expect(badge(page, 1)).toHaveText('1');
  await expect(badge(other, 1)).toBeVisible();

  // The person marks all as read on another device.
  await lapau.call('mark_notifications_read', {}, seller);
  await expect(unread(page)).toHaveCount(0);
  await expect(badge(page, 0)).toBeVisible();
});

test('the seller is notified of likes and comments, not of reports or of what was deleted', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const reader = await buildMember(lapau, { full_name: 'Rina Wati' });
  const page = await open('/profile', seller);
  const comment = async (comment_content: string) => {
    const id = crypto.randomUUID();
    await lapau.call('add_comment', { id, post_id_to_comment_on: post.id, comment_content }, reader);
    return id;
  };
  await lapau.call('toggle_like', { post_id_to_toggle: post.id, liked: true }, reader);
  const deleted = await comment('Pedas tidak, Uni?');
  await comment('Besok masak lagi?');
  await lapau.call('delete_comment', { comment_id: deleted }, reader);
  await lapau.call('create_report', { reported_post_id: post.id, reason: 'Fotonya bukan masakan ini.' }, reader);

  await badge(page, 2).click();
  await expect(rows(page)).toHaveText([
    /Belum dibaca: Rina Wati mengomentari postingan Anda: Gulai Baung\./,
    /Belum dibaca: Rina Wati menyukai postingan Anda: Gulai Baung\./,
  ]);
  await page.getByRole('link', { name: /mengomentari/ }).click();
  await expect(page).toHaveURL(`/post/${post.id}`);
  await expect(page.getByText('Besok masak lagi?')).toBeVisible();
  await page.goBack();
  await expect(badge(page, 1)).toBeVisible();
  await expect(page.getByRole('link', { name: /mengomentari/ })).not.toContainText('Belum dibaca');
});

test('a row shows the sender’s picture and the dish; badges of three and four digits leave the icons visible', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, {
    user_id: seller.id,
    images: [await storePhoto(lapau, seller)],
    food_name: 'Randang Dagiang',
  });
  await buildNotifications(lapau, seller, ...Array.from({ length: 127 }, () => ({ is_read: false })));
  for (const full_name of ['Rina Wati', 'Yusnidar']) {
    await lapau.call(
      'add_comment',
      { id: crypto.randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' },
      await buildMember(lapau, { full_name }),
    );
  }
  const page = await open('/notifications', seller);
  const row = rows(page).first();
  await expect(row).toContainText('Yusnidar dan 1 lainnya mengomentari postingan Anda: Randang Dagiang.');
  await expect(row.getByText('Y', { exact: true })).toBeVisible();
  const dish = row.locator('img');
  await expect(dish).toHaveJSProperty('complete', true);
  await expect(dish).toHaveAttribute('loading', 'lazy');
  expect(await dish.boundingBox()).toMatchObject({ width: 44, height: 44 });

  await page.setViewportSize({ width: 320, height: 640 });
  for (const count of [128, 1280]) {
    if (count > 128) {
      await buildNotifications(lapau, seller, ...Array.from({ length: count - 128 }, () => ({})));
      await page.reload();
    }
    const link = badge(page, count);
    await expect(link).toHaveText(String(count));
    const bell = await boxOf(link.locator('svg'));
    const number = await boxOf(link.getByText(String(count)));
    expect(number.x - bell.x, 'more than half of the bell is free').toBeGreaterThan(bell.width / 2);
    expect(number.x + number.width).toBeLessThanOrEqual(320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});
