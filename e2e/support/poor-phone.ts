import type { CallName } from '@lapau/contract/calls';
import type { CDPSession, Page } from '@playwright/test';
import { startLapauProcess } from '../../server/src/testing/stories.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { untilKept } from './device.ts';
import { expect, test as base } from './story.ts';

/**
 * Where the signal goes in the middle of a write: before its request, with the answer under way, or while the server handles the
 * request. In the last case the server is killed and stays away.
 */
type Loss = 'request' | 'answer' | 'server';

type Write = {
  call: CallName;
  loss: Loss;
  /** What happens to the page without signal: it is loaded again, or its tab is closed and opened again. */
  leave: 'reload' | 'close';
  /** What the person does. */
  act: (page: Page) => Promise<void>;
  /** Expects what the page shows of the write without signal, both before it is left and when it is back. */
  waits: (page: Page) => Promise<void>;
};

/** A phone of four years ago on slow 3G, with the app on it, and a server of its own. */
export type PoorPhone = {
  lapau: Lapau;
  /** Opens the app for the first time, signed in, and waits until the device opens it without a network, with this text. */
  open: (route: string, as: { cookie: string }, text: string) => Promise<Page>;
  /**
   * Does something that writes; the signal goes in the middle of it for five minutes, in which the page is left and opened
   * again, and then is back.
   * @returns the page, which is another one after its tab was closed
   */
  write: (page: Page, write: Write) => Promise<Page>;
};

/** What a page complains about while there is no way to the server. */
export const expectedWithoutSignal =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|503.*rpc|Unable to preload CSS|WebSocket connection.*failed/;

/** What Chromium's developer tools call slow 3G, with the latency of Lighthouse's. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const timesSlower = 4;

export const test = base.extend<{ phone: PoorPhone }>({
  phone: async ({ browser, expectedErrors }, use) => {
    let lapau = await startLapauProcess();
    const { port } = new URL(lapau.url);
    const context = await browser.newContext({ baseURL: lapau.url, serviceWorkers: 'allow' });
    let line: CDPSession | undefined;
    const errors: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    context.on('weberror', (webError) => void errors.push(String(webError.error())));

    /** Ends the signal in the middle of the next call with this name. @returns a function that waits until it has gone */
    async function loseSignal(line: CDPSession, { call, loss }: Write): Promise<() => Promise<void>> {
      const goOffline = async () => {
        // Both the whole profile and the page go offline, as the emulated network of the page is set apart.
        await context.setOffline(true);
        await line.send('Network.emulateNetworkConditions', { ...slow3G, offline: true });
      };
      if (loss === 'request') {
        await goOffline();
        return () => Promise.resolve();
      }
      const lost = Promise.withResolvers<void>();
      await context.route(
        `**/rpc/${call}`,
        async (route) => {
          if (loss === 'server') await lapau.kill();
          else await route.fetch();
          await goOffline();
          await route.abort();
          lost.resolve();
        },
        { times: 1 },
      );
      return () => lost.promise;
    }

    await use({
      get lapau() {
        return lapau;
      },
      open: async (route, as, text) => {
        const [name = '', value = ''] = as.cookie.split('=', 2);
        await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
        const page = await context.newPage();
        await page.goto(route);
        await untilKept(page, text);
        await page.clock.install();
        await page.reload();
        line = await openSlowLine(page);
        return page;
      },
      write: async (page, write) => {
        if (!line) throw new Error('The app was not opened.');
        const untilLost = await loseSignal(line, write);
        await write.act(page);
        await untilLost();
        await write.waits(page);
        const address = page.url();
        await page.clock.fastForward('05:00');
        await write.waits(page);
        let next = page;
        if (write.leave === 'reload') await page.reload();
        else {
          await page.close();
          next = await context.newPage();
          await next.goto(address);
        }
        await write.waits(next);
        if (write.loss === 'server') lapau = await startLapauProcess(lapau.dataFolder, { port });
        await context.setOffline(false);
        if (next === page) await line.send('Network.emulateNetworkConditions', slow3G);
        else line = await openSlowLine(next);
        return next;
      },
    });
    await context.close();
    await lapau.stop();
    expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});

async function openSlowLine(page: Page): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', slow3G);
  await line.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  return line;
}
