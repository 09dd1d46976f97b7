import type { CallOutput } from '@lapau/contract/calls';
import type { Conversation } from '@lapau/contract/chat';
import type { Page } from '@playwright/test';
import { answerCall } from './calls.ts';
import { dish, states } from './screen-states.ts';
import type { Screen } from './screen-states.ts';

/** The last active conversation of the person who is signed in. */
async function conversation(page: Page): Promise<string> {
  const response = await page.request.post('/rpc/get_user_conversations', { data: {} });
  const [row] = (await response.json()) as Conversation[];
  if (!row) throw new Error('There is no conversation.');
  return row.id;
}

/** One blocked person has a name as long as it may be, another is suspended by now. */
const blockedPeople: CallOutput<'get_blocked_people'> = [
  {
    id: crypto.randomUUID(),
    person: {
      id: crypto.randomUUID(),
      full_name: 'Rumah Makan Sederhana Pondok Bambu Lubuak Alai Permai Sejahtera Bersama Keluarga',
      avatar_url: null,
      is_warung: true,
      is_admin: false,
    },
    created_at: '2026-11-20T05:00:00.000Z',
  },
  { id: crypto.randomUUID(), person: null, created_at: '2026-11-02T05:00:00.000Z' },
];

/** The screens of conversations in their states. */
export const chatScreens: Screen[] = [
  ...states({
    name: 'conversations',
    as: 'pembeli',
    path: '/conversations',
    shows: /^\d\d\.\d\d$|^Kemarin$/,
    call: 'get_user_conversations',
    empty: 'Anda belum memiliki percakapan.',
    failed: 'Gagal memuat pesan.',
  }),
  ...states({
    name: 'chat',
    as: 'pembeli',
    path: '/chat/:conversationId',
    route: async (page) => `/chat/${await conversation(page)}`,
    shows: /^\d\d\.\d\d$/,
    call: 'get_conversation_details',
    failed: 'Tidak dapat memuat chat.',
  }),
  ...states({
    name: 'blocked',
    as: 'pembeli',
    path: '/profile/diblokir',
    prepare: (page) => answerCall(page, 'get_blocked_people', blockedPeople),
    shows: 'Buka blokir',
    call: 'get_blocked_people',
    empty: 'Tidak ada orang yang diblokir.',
    failed: 'Gagal memuat orang yang diblokir.',
  }),
  {
    name: 'chat-offline',
    as: 'pembeli',
    path: '/chat/:conversationId',
    route: async (page) => `/chat/${await conversation(page)}`,
    act: async (page) => {
      await page
        .getByText(/^\d\d\.\d\d$/)
        .first()
        .waitFor();
      await page.context().setOffline(true);
      await page.getByRole('textbox').fill('Simpan dua bungkus untuk saya ya, nanti sore saya jemput.');
      await page.getByRole('button', { name: 'Kirim', exact: true }).click();
    },
    shows: 'menunggu sinyal',
  },
  {
    name: 'push-sheet',
    as: 'pembeli',
    path: '/chat/:conversationId',
    prepare: (page) =>
      // The permission is unset, as before anybody was asked: headless Chromium shows no notifications.
      page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' })),
    route: async (page) => `/chat/${await conversation(page)}`,
    act: async (page) => {
      const sheet = page.getByRole('dialog');
      // The page offers push once it is at rest and has loaded the code.
      for (let attempt = 0; attempt < 60 && !(await sheet.isVisible()); attempt += 1) {
        await page.getByRole('textbox').fill('Masih ada, Uni?');
        await page.getByRole('button', { name: 'Kirim', exact: true }).click();
        // The sheet opens some seconds after the last touch, and not while a field has the focus.
        await page.getByRole('textbox').blur();
        await sheet.waitFor({ timeout: 8_000 }).catch(() => undefined);
      }
    },
    shows: 'Nyalakan notifikasi?',
  },
  ...states({
    name: 'chat-new',
    as: 'pembeli',
    path: '/chat/new/:recipientId',
    route: async (page) => {
      const { id, userId } = await dish(page);
      return `/chat/new/${userId}?post=${id}`;
    },
    shows: 'Rp ',
    call: 'open_conversation',
    failed: 'Gagal membuat percakapan baru.',
  }),
];
