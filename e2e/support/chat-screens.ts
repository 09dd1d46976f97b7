import type { Conversation } from '@lapau/contract/chat';
import type { Page } from '@playwright/test';
import { dish, states } from './screen-states.ts';
import type { Screen } from './screen-states.ts';

/** The last active conversation of whom is signed in. */
async function conversation(page: Page): Promise<string> {
  const response = await page.request.post('/rpc/get_user_conversations', { data: {} });
  const [row] = (await response.json()) as Conversation[];
  if (!row) throw new Error('There is no conversation.');
  return row.id;
}

/** The screens of conversations in their states. */
export const chatScreens: Screen[] = [
  ...states({
    name: 'conversations',
    as: 'pembeli',
    path: '/conversations',
    shows: /^\d\d:\d\d$|^Kemarin$/,
    call: 'get_user_conversations',
    empty: 'Anda belum memiliki percakapan.',
    failed: 'Gagal memuat pesan.',
  }),
  ...states({
    name: 'chat',
    as: 'pembeli',
    path: '/chat/:conversationId',
    route: async (page) => `/chat/${await conversation(page)}`,
    shows: /^\d\d:\d\d$/,
    call: 'get_conversation_details',
    failed: 'Tidak dapat memuat chat.',
  }),
  {
    name: 'chat-offline',
    as: 'pembeli',
    path: '/chat/:conversationId',
    route: async (page) => `/chat/${await conversation(page)}`,
    act: async (page) => {
      await page
        .getByText(/^\d\d:\d\d$/)
        .first()
        .waitFor();
      await page.context().setOffline(true);
      await page.getByRole('textbox').fill('Simpan dua bungkus untuk saya ya, nanti sore saya jemput.');
      await page.getByRole('button', { name: 'Kirim', exact: true }).click();
    },
    shows: 'menunggu sinyal',
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
