import type { SuspensionNotice } from '@lapau/contract/appeals';
import { errors } from '@lapau/contract/errors';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import type { Notification } from '@lapau/contract/notifications';
import type { Page } from '@playwright/test';
import { withoutBootData } from './boot.ts';
import { answerCall } from './calls.ts';
import type { Screen } from './screen-states.ts';

/** A reason as long as it may be. */
const reason =
  'Tiga warga melaporkan foto yang sama, yang diambil dari warung lain di Koto Bangun tanpa izin pemiliknya. '
    .repeat(5)
    .slice(0, 500);

/** Signs in as somebody whose account is suspended. */
const suspended = (notice: Partial<SuspensionNotice>) => ({
  prepare: async (page: Page) => {
    const [status, message] = errors.account_suspended;
    const current: SuspensionNotice = {
      reason,
      appeal: null,
      appeal_answer: '',
      appeal_token: 'contoh',
      ...notice,
    };
    const json: ErrorEnvelope = { code: 'account_suspended', message, current };
    await page.route('**/auth/sign-in/email', (route) => route.fulfill({ status, json }));
  },
  act: async (page: Page) => {
    await page.getByLabel('Email').fill('siti@lapau.test');
    await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
    await page.getByRole('button', { name: 'Masuk' }).click();
  },
});
const appealing = suspended({});
const answered = suspended({ appeal: 'rejected', appeal_answer: reason, appeal_token: null });

/** A removal with a reason as long as it may be, to be appealed against. */
async function withRemoval(page: Page): Promise<void> {
  await withoutBootData(page);
  const removal: Notification = {
    id: crypto.randomUUID(),
    type: 'content_removed',
    content: `Postingan Anda "Katupek Gulai Paku" dihapus admin. Alasan: ${reason}`,
    created_at: '2026-11-20T05:00:00+00:00',
    is_read: false,
    post_id: null,
    sender_id: null,
    comment_id: null,
    conversation_id: null,
    decision_id: crypto.randomUUID(),
    other_senders: 0,
    sender_name: null,
    sender_avatar_url: null,
    post_image_url: null,
  };
  await answerCall(page, 'get_notifications', [removal]);
  await answerCall(page, 'get_my_appeal', { appeal: null });
}

/** The decisions of admins, as the person concerned reads them. */
export const decidedScreens: Screen[] = [
  {
    name: 'login-suspended',
    path: '/login',
    ...appealing,
    act: async (page) => {
      await appealing.act(page);
      await page.getByRole('button', { name: 'Ajukan keberatan' }).click();
    },
    shows: 'Kirim keberatan',
  },
  { name: 'login-appeal-answered', path: '/login', ...answered, shows: /^Jawaban admin/ },
  {
    name: 'notification-removal',
    as: 'penjual',
    path: '/notifications',
    prepare: withRemoval,
    act: async (page) => {
      await page.getByRole('button', { name: /Katupek Gulai Paku/ }).click();
      await page.getByRole('button', { name: 'Ajukan keberatan' }).click();
    },
    shows: 'Kirim keberatan',
  },
];
