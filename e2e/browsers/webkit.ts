import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../server/src/testing/free-port.ts';
import { endProgram, startProgram, tapActions, toJson, toSource, typeActions, untilPrinted } from './engine.ts';
import type { Engine, Tab } from './engine.ts';

/** Starts Debian's WebKitGTK on a screen in memory that is as large as a phone's, and speaks classic WebDriver with it. */
export async function startWebKit(): Promise<Engine> {
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '360x740x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await untilPrinted(screen.stdio[3] as NodeJS.ReadableStream, /^(\d+)\n/);
  const home = await mkdtemp(path.join(tmpdir(), 'lapau-webkit-'));
  const port = await findFreePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, HOME: home, TZ: 'Asia/Jakarta' },
  });
  const driverUrl = `http://127.0.0.1:${port}`;
  await untilReady(driverUrl);
  return {
    openTab: () => openTab(driverUrl),
    stop: async () => {
      await endProgram(driver);
      await endProgram(screen);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Asks until the driver answers, since it does not say when it listens. */
async function untilReady(driverUrl: string): Promise<void> {
  for (let tries = 2_000; ; tries -= 1) {
    try {
      return void (await ask('GET', `${driverUrl}/status`));
    } catch (error) {
      if (tries === 0) throw error;
      await wait(50);
    }
  }
}

async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** The name under which WebDriver sends an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Begins a session, which is a browser with nothing stored; the driver has one at a time. */
async function openTab(driverUrl: string): Promise<Tab> {
  const options = { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } };
  const capabilities = { alwaysMatch: options };
  const { sessionId } = (await ask('POST', `${driverUrl}/session`, { capabilities })) as { sessionId: string };
  const session = `${driverUrl}/session/${sessionId}`;
  const post = (command: string, body: object) => ask('POST', `${session}/${command}`, body);
  await post('window/rect', { width: 360, height: 740 });

  const errors: string[] = [];
  const call: Tab['call'] = async (inPage, ...args) => {
    const script = `(${String(collectErrors)})(); return (${toSource(inPage)})(...arguments)`;
    const result = await post('execute/sync', { script, args: [toJson(args)] });
    errors.push(...((await post('execute/sync', { script: takeErrors, args: [] })) as string[]));
    return JSON.parse(String(result)) as never;
  };

  return {
    goTo: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh', {})),
    load: async (script) => void (await post('execute/sync', { script, args: [] })),
    call,
    tap: async (point) => void (await post('actions', { actions: tapActions(point, 'mouse') })),
    type: async (text) => void (await post('actions', { actions: typeActions(text) })),
    chooseFile: async (input, file) => {
      const element = (await post('execute/sync', { script: `return (${String(input)})()`, args: [] })) as Record<
        string,
        string
      >;
      await post(`element/${element[elementKey]}/value`, { text: file });
    },
    takePicture: async () => Buffer.from(String(await ask('GET', `${session}/screenshot`)), 'base64'),
    takeErrors: async () => {
      await call(() => null);
      return errors.splice(0);
    },
    close: async () => void (await ask('DELETE', session)),
  };
}

declare global {
  interface Window {
    collectedErrors?: string[];
  }
}

/** In the page: collects its complaints from the first call on, as the driver does not report them. */
function collectErrors(): void {
  if (window.collectedErrors) return;
  const errors: string[] = [];
  window.collectedErrors = errors;
  window.addEventListener('error', ({ message }) => void errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => void errors.push(String(reason)));
  window.console.error = (...args) => void errors.push(args.map(String).join(' '));
}

const takeErrors = 'return window.collectedErrors?.splice(0) ?? [];';
