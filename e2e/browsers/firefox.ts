import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endProgram, startProgram, tapActions, toJson, toSource, typeActions, untilPrinted } from './engine.ts';
import type { Engine, Tab } from './engine.ts';

/** The browser behaves as on a phone: touch, no mouse, scrollbars that take no room, Indonesian. */
const preferences = {
  'dom.w3c_touch_events.enabled': 1,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
  'ui.useOverlayScrollbars': 1,
  'intl.accept_languages': 'id-ID, id',
  // The person has blocked notifications, so that no story waits for the question about push.
  'permissions.default.desktop-notification': 2,
};

/**
 * Starts Debian's Firefox ESR without a window, in a profile of its own, and speaks WebDriver BiDi with it.
 * @param chosen further preferences, as its person has them
 */
export async function startFirefox(chosen: Record<string, boolean | number> = {}): Promise<Engine> {
  const profile = await mkdtemp(path.join(tmpdir(), 'lapau-firefox-'));
  const lines = Object.entries({ ...preferences, ...chosen }).map(
    ([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const program = startProgram('firefox-esr', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, TZ: 'Asia/Jakarta' },
  });
  const address = await untilPrinted(program.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const connection = await connect(`${address}/session`);
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    openTab: () => openTab(connection),
    stop: async () => {
      connection.close();
      await endProgram(program);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

type Answer = { id?: number; type: string; error?: string; message?: string; result?: unknown };
type LogEntry = { level: string; text: string | null; source: { context?: string } };
type Connection = {
  send: (method: string, params: object) => Promise<Record<string, unknown>>;
  /** The entries that pages have logged and nobody has taken yet. */
  entries: LogEntry[];
  close: () => void;
};

async function connect(url: string): Promise<Connection> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const entries: LogEntry[] = [];
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer & { params: LogEntry };
    if (answer.id === undefined) return void entries.push(answer.params);
    const { resolve, reject } = waiting.get(answer.id) ?? {};
    waiting.delete(answer.id);
    if (answer.type === 'success') resolve?.(answer.result as Record<string, unknown>);
    else reject?.(new Error(`${answer.error}: ${answer.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'));
  });
  let id = 0;
  return {
    send: (method, params) => {
      id += 1;
      const answer = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
      return answer.promise;
    },
    entries,
    close: () => socket.close(),
  };
}

async function openTab({ send, entries }: Connection): Promise<Tab> {
  const { userContext } = await send('browser.createUserContext', {});
  const { context } = await send('browsingContext.create', { type: 'tab', userContext });
  await send('browsingContext.setViewport', { context, viewport: { width: 360, height: 740 } });

  async function callFunction(functionDeclaration: string, values: string[]) {
    const answer = (await send('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      arguments: values.map((value) => ({ type: 'string', value })),
    })) as { type: string; result: { value: unknown; sharedId?: string }; exceptionDetails?: { text: string } };
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }

  return {
    goTo: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    load: async (script) => void (await callFunction(`() => { ${script}\n }`, [])),
    call: async (inPage, ...args) => {
      const { value } = await callFunction(toSource(inPage), [toJson(args)]);
      return JSON.parse(String(value)) as never;
    },
    tap: async (point) => void (await send('input.performActions', { context, actions: tapActions(point, 'touch') })),
    type: async (text) => void (await send('input.performActions', { context, actions: typeActions(text) })),
    chooseFile: async (input, file) => {
      const { sharedId } = await callFunction(String(input), []);
      await send('input.setFiles', { context, element: { sharedId }, files: [file] });
    },
    takePicture: async () => {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(data), 'base64');
    },
    takeErrors: async () =>
      entries
        .splice(0)
        .filter(({ level, source }) => level === 'error' && source.context === context)
        .map(({ text }) => text ?? 'an error without a text'),
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  };
}
