import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { demoPassword } from '../../demo/src/accounts.ts';
import { makeDataFolder } from '../../server/src/testing/data-folder.ts';
import type { Screen } from './screen-states.ts';
import { openScreen, screens } from './screens.ts';

// Writes <screen>-<width>.webp of every screen with the demo data into screens/: `npm run screens`, or `npm run screens -- feed`
// for the screens whose names begin so. `npm run screens -- --docs` makes the pictures again that README and guides show.

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const maxBytes = 60_000;

/** Starts `npm run demo` on a data folder of its own. */
async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const data = await makeDataFolder('lapau-screens-');
  const program = path.join(import.meta.dirname, '../../server/src/cli/lapau.ts');
  const server = spawn(process.execPath, [program, 'demo'], {
    env: { ...process.env, LAPAU_DATA: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /ready: (\S+)/.exec(line) ?? [];
    if (!url) continue;
    return {
      url,
      stop: async () => {
        server.kill('SIGTERM');
        await once(server, 'exit');
        await rm(data, { recursive: true, force: true });
      },
    };
  }
  throw new Error('The demo did not start.');
}

/** Signs an account of the demo in, once for all its screens. @returns the browser profile it leaves */
const signIn = (browser: Browser, url: string) => {
  const profiles = new Map<string, ReturnType<BrowserContext['storageState']>>();
  return (who: string) => {
    const known = profiles.get(who);
    if (known) return known;
    const made = (async () => {
      const context = await browser.newContext({ baseURL: url });
      const data = { email: `${who}@lapau.test`, password: demoPassword };
      const answer = await context.request.post('/auth/sign-in/email', { data });
      if (!answer.ok()) throw new Error(`${who} cannot sign in: ${answer.status()}`);
      const profile = await context.storageState();
      await context.close();
      return profile;
    })();
    profiles.set(who, made);
    return made;
  };
};

async function capture(folder: string, page: Page, screen: Screen, width: number): Promise<void> {
  await openScreen(page, screen);
  const picture = await page.screenshot({ animations: 'disabled' });
  let bytes = Buffer.alloc(0);
  for (const quality of [80, 70, 60, 50, 40]) {
    bytes = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= maxBytes) break;
  }
  await writeFile(path.join(folder, `${screen.name}-${width}.webp`), bytes);
}

const root = path.join(import.meta.dirname, '../..');
const { values, positionals: beginnings } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = path.join(root, values.docs ? 'docs/screens' : 'screens');
const shown = new Set(
  globSync(['README.md', 'docs/*.md'], { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/screens\/([\w-]+)\.webp/g)].map(([, name = '']) => name),
  ),
);
const isWanted = (name: string, width: number): boolean =>
  values.docs
    ? shown.has(`${name}-${width}`)
    : beginnings.length === 0 || beginnings.some((start) => name.startsWith(start));
await mkdir(folder, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
const profileOf = signIn(browser, demo.url);
try {
  for (const screen of screens) {
    for (const size of sizes.filter(({ width }) => isWanted(screen.name, width))) {
      const context = await browser.newContext({
        baseURL: demo.url,
        viewport: size,
        locale: 'id-ID',
        timezoneId: 'Asia/Jakarta',
        reducedMotion: 'reduce',
        colorScheme: 'dark',
        hasTouch: size.width < 500,
        isMobile: size.width < 500,
        ...(screen.as && { storageState: await profileOf(screen.as) }),
      });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await capture(folder, page, screen, size.width).catch((error: unknown) => {
        process.exitCode = 1;
        process.stderr.write(`${screen.name} at ${size.width}: ${String(error)}\n`);
      });
      await context.close();
    }
  }
} finally {
  await browser.close();
  await demo.stop();
}
