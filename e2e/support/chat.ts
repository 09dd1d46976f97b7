import type { Locator, Page } from '@playwright/test';
import { buildConversation, buildMember, buildSeller } from '../../server/src/testing/builders.ts';
import type { BuiltMember, BuiltSeller } from '../../server/src/testing/builders.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { unique } from './unique.ts';

export type Chat = { id: string; buyer: BuiltMember; seller: BuiltSeller };

/** A conversation of a buyer and a cook, opened by the buyer. */
export async function buildChat(lapau: Lapau, given: { buyer?: BuiltMember } = {}): Promise<Chat> {
  const buyer = given.buyer ?? (await buildMember(lapau, { full_name: unique('Siti') }));
  const seller = await buildSeller(lapau, { warung: { name: unique('Lapau') } });
  const { id } = await buildConversation(lapau, { user1_id: buyer.id, user2_id: seller.id });
  return { id, buyer, seller };
}

/** Sends a message past the interface. */
export const chatWith = (lapau: Lapau, id: string, sender: { token: string }, p_content: string): Promise<unknown> =>
  lapau.call('send_message', { p_conversation_id: id, p_content }, sender);

/** The texts of a conversation on the server, in their order. */
export async function storedTexts(lapau: Lapau, { id, buyer }: Chat): Promise<string[]> {
  const { messages } = await lapau.call('get_messages', { conversation_id: id }, buyer);
  return messages.map(({ content }) => content);
}

export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Ketik pesan...' });

export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await page.getByRole('button', { name: 'Kirim', exact: true }).tap();
}

/** A message with its state. */
export const messageRow = (page: Page, text: string): Locator =>
  page
    .getByRole('list', { name: /^Percakapan dengan/ })
    .getByRole('listitem')
    .filter({ hasText: text });

/** Opens the menu of a message, as a finger does. */
export async function pressMessage(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).dispatchEvent('contextmenu');
}
