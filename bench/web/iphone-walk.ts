import { setTimeout as delay } from 'node:timers/promises';
import type { Tab } from '../../e2e/browsers/engine.ts';
import { startWebKit } from '../../e2e/browsers/webkit.ts';
import type { ScreenLoad } from '../shared/screen-load.ts';

/*
 * Walks through the app in WebKit, the engine of all browsers of an iPhone; each load is a line of JSON. It is a process of its own,
 * as code that runs in a page has other types than the server.
 * node iphone-walk.ts URL E-MAIL PASSWORD LOADS
 */

const screens = ['/', '/foods', '/warung', '/saved', '/notifications', '/conversations', '/profile', '/about'];
/** No screen takes so long, however busy the processor: one that is not there by then does not come. */
const longestMs = 60_000;
/** A phone takes so many walks. It stores the app and what it has seen when screens are left, mostly in the first walks. */
const walksOfAPhone = 4;

const [url = '', email = '', password = '', loads = '20'] = process.argv.slice(2);

/** Opens a phone that has nothing yet, signs in and waits until its next loads come from the device. */
async function openPhone(webKit: Awaited<ReturnType<typeof startWebKit>>): Promise<Tab> {
  const tab = await webKit.openTab();
  await tab.goTo(`${url}/login`);
  if (!(await tab.call(signIn, email, password))) throw new Error('signing in was refused');
  await tab.goTo(url);
  if (!(await until(() => tab.call(isKept), 10 * longestMs))) throw new Error('the app was not kept on the device');
  return tab;
}

async function until(isTrue: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await delay(100);
  }
  return true;
}

/** Runs in the page, and signs in there. */
async function signIn(address: string, secret: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: address, password: secret });
  return (await fetch('/auth/sign-in/email', { method: 'POST', headers, body })).ok;
}

/** Runs in the page: whether the device opens the app itself from the next load on, with all code that it fetches in advance. */
async function isKept(): Promise<boolean> {
  for (const name of await caches.keys()) {
    const files = await (await caches.open(name)).keys();
    if (files.some((file) => file.url.includes('/dead-ends-'))) return true;
  }
  return false;
}

/** Runs in the page: whether a screen shows, and nothing of it is loading. */
function isShown(): boolean {
  const isLoading = /Memuat\.\.\.|Menunggu sinyal\.\.\./.test(document.body.innerText);
  return !isLoading && document.querySelector('main h1, main h2') !== null && !document.querySelector('.first-paint');
}

const webKit = await startWebKit();
try {
  let tab: Tab | undefined;
  for (let walk = 0; walk < Number(loads); walk += 1) {
    if (walk % walksOfAPhone === 0) {
      await tab?.close();
      tab = await openPhone(webKit);
    }
    for (const screen of screens) {
      const phone = tab as Tab;
      const startedAt = performance.now();
      await phone.goTo(url + screen);
      const isThere = await until(() => phone.call(isShown), longestMs);
      const load: ScreenLoad = isThere ? { screen, tookMs: performance.now() - startedAt } : { screen };
      console.log(JSON.stringify(load));
    }
  }
  await tab?.close();
} finally {
  await webKit.stop();
}
