import type { Page } from '@playwright/test';
import { pushAddresses } from '../../server/src/testing/push-addresses.ts';
import { startPushService } from '../../server/src/testing/push-service.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { buildChat, messageBox, send } from './chat.ts';
import type { Chat } from './chat.ts';
import { PushPhone } from './push.ts';
import { test as base, expect } from './story.ts';
import type { Open } from './story.ts';
import { expectToast } from './toasts.ts';

type Service = Awaited<ReturnType<typeof startPushService>>;
type Story = { lapau: Lapau; open: Open; service: Service };

/** Stories with a push service. */
export const test = base.extend<object, { service: Service }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

/** The question whether to turn push on. */
export const offerOf = (page: Page) => page.getByRole('dialog', { name: 'Nyalakan notifikasi?' });

/** The buyer's phone in a chat, with what the person has answered, or will answer, when the browser asks. */
export async function openPhone(
  { lapau, open, service }: Story,
  permission: 'granted' | 'denied' | 'prompt' = 'prompt',
): Promise<{ chat: Chat; page: Page; phone: PushPhone }> {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  const phone = new PushPhone(page, lapau, service);
  await phone.prepare(permission);
  await page.goto(`/chat/${chat.id}`);
  await phone.untilListening();
  return { chat, page, phone };
}

/** Waits for the question, which comes once nobody has typed or touched anything for some seconds. */
export async function untilAsked(page: Page): Promise<void> {
  await messageBox(page).blur();
  await expect(offerOf(page)).toBeVisible({ timeout: 30_000 });
}

/** A phone that was turned on after its first message. */
export async function openSubscribed(story: Story): ReturnType<typeof openPhone> {
  const opened = await openPhone(story);
  const { page, phone, chat } = opened;
  await send(page, 'Masih ada, Uni?');
  await untilAsked(page);
  await phone.setPermission('granted');
  await offerOf(page).getByRole('button', { name: 'Nyalakan' }).tap();
  await expectToast(page, 'Notifikasi dinyalakan.');
  await expect(offerOf(page)).toBeHidden();
  await expect.poll(() => pushAddresses(story.lapau, chat.buyer.id)).toHaveLength(1);
  return opened;
}

/** Expects that neither the server nor the browser has a subscription any more. */
export async function expectPhoneOff(lapau: Lapau, userId: string, page: Page): Promise<void> {
  await expect.poll(() => pushAddresses(lapau, userId)).toEqual([]);
  const stored = () => page.evaluate(() => localStorage.getItem('subscription of the test'));
  await expect.poll(stored, { timeout: 60_000 }).toBeNull();
}

/** Has the push service's next push to the phone arrive there. */
export async function receive(service: Service, phone: PushPhone) {
  const { payload } = await service.next(phone.browsers.at(-1)?.name ?? '');
  await phone.deliver(payload);
  return payload;
}
