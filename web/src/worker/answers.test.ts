import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entries } from '../lib/outbox/queue.ts';
import { answerTapped, followAnswers } from './answers.ts';
import * as photos from './photos.ts';
import { receivePush } from './push.ts';
import type { ShowOptions, ShownData } from './shown.ts';
import { sendWaiting } from './waiting.ts';
import type { OutboxParts } from './waiting.ts';

const cook = 'cook';
const replies = {
  account_id: cook,
  conversation_id: 'c',
  sequence: 7,
  replies: [
    { id: 'reply-1', text: 'Masih ada' },
    { id: 'reply-2', text: 'Sudah habis' },
  ],
};
const payload = { tag: 'conversation:c', title: 'Siti', body: 'Gulai: Masih ada?', url: '/chat/c', unread: 1 };

type Shown = ShowOptions & { title: string; tag: string; data: ShownData; close: () => void };

let shown: Shown[];
let syncs: string[];
let maxActions: number;
let signedIn: string | null;
/** The cookie that tells of a session that was left without a signal. */
let left: object | undefined;
/** The server's answers to what the worker sends, but for the question who is signed in. */
let answer: () => Response;
let calls: { path: string; input: Record<string, unknown>; account: string | undefined }[];
let entries: Map<string, Entries>;
let locked: Promise<unknown>;

/** The outbox on the phone, whose queues are sent one after another. */
const parts = (): OutboxParts => ({
  storage: {
    read: async (account) => entries.get(account) ?? [],
    update: async (account, change) => {
      const changed = change(entries.get(account) ?? []);
      entries.set(account, changed);
      return changed;
    },
    isAnswering: () => true,
    forget: async () => undefined,
    forgetOthers: async () => undefined,
    subscribe: () => () => undefined,
  },
  tabs: {
    lock: (_name, task) => {
      const run = locked.then(task);
      locked = run.catch(() => undefined);
      return run;
    },
    announce: () => undefined,
  },
});
const stored = () => entries.get(cook) ?? [];
const sent = () => calls.filter(({ path }) => path === '/rpc/send_message');
const told = () => shown.filter(({ tag }) => tag === 'answer:c').map(({ title, body }) => [title, body]);

async function arrive(more: object = { quick_replies: replies }): Promise<Shown> {
  await receivePush({ json: () => ({ ...payload, ...more }) } as PushMessageData);
  return shown.find(({ tag }) => tag === payload.tag)!;
}
const tap = (notification: Shown, action = 'reply-1') =>
  answerTapped(notification as unknown as Notification, action, parts());

beforeEach(() => {
  [shown, syncs, maxActions, signedIn, calls] = [[], [], 2, cook, []];
  [entries, locked, left] = [new Map(), Promise.resolve(), undefined];
  answer = () => Response.json([]);
  vi.spyOn(photos, 'knownAccount').mockImplementation(async () => signedIn);
  vi.stubGlobal('Notification', {
    get maxActions() {
      return maxActions;
    },
  });
  vi.stubGlobal('self', {
    cookieStore: { get: async (name: string) => (name === 'lapau.left' ? left : undefined) },
    clients: { matchAll: async () => [] },
    registration: {
      getNotifications: async () => [...shown],
      showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) => {
        shown = shown.filter(({ tag }) => tag !== options.tag);
        const close = () => void (shown = shown.filter(({ tag }) => tag !== options.tag));
        shown.push({ ...options, title, close });
      },
      sync: { register: async (tag: string) => void syncs.push(tag) },
    },
  });
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const input = JSON.parse(body) as Record<string, unknown>;
    calls.push({ path, input, account: headers['lapau-account'] });
    if (path === '/rpc/get_session') return Response.json(signedIn === null ? null : { user: { id: signedIn } });
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a question offers as many answers as the system shows, and other messages and systems none', async () => {
  const actions = async (more?: object) => (await arrive(more)).actions?.map(({ title }) => title);
  expect(await actions()).toEqual(['Masih ada', 'Sudah habis']);
  expect(await actions({})).toBeUndefined();
  maxActions = 1;
  expect(await actions()).toEqual(['Masih ada']);
  vi.stubGlobal('Notification', undefined);
  expect(await actions()).toBeUndefined();
});

test('a tap sends the answer for its account, marks the conversation as read, and closes the notification', async () => {
  expect(await tap(await arrive())).toBe(true);
  expect(shown).toEqual([]);
  expect(sent()).toEqual([
    {
      path: '/rpc/send_message',
      input: { id: 'reply-1', p_conversation_id: 'c', p_content: 'Masih ada' },
      account: cook,
    },
  ]);
  expect(calls.at(-1)).toMatchObject({
    path: '/rpc/mark_conversation_read',
    input: { conversation_id: 'c', sequence: 7, is_closed_here: true },
  });
  // The next page shows the answers.
  expect(stored().map(({ kind, response }) => [kind, response?.status])).toEqual([
    ['message', 200],
    ['reading', 200],
  ]);
});

test('an impatient thumb sends one message, and so does a push that has come twice', async () => {
  const first = await arrive();
  await Promise.all([tap(first), tap(first)]);
  await tap(await arrive());
  expect(sent()).toHaveLength(1);
});

test('a tap beside the answers, and on one that is not there, is an ordinary tap', async () => {
  expect(await tap(await arrive(), 'another')).toBe(false);
  expect(await tap(await arrive({}), 'reply-1')).toBe(false);
  expect([calls, stored()]).toEqual([[], []]);
});

test('without a signal the answer waits, says so, and is sent once there is one', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await tap(await arrive());
  expect(told()).toEqual([['“Masih ada” belum terkirim', 'Menunggu sinyal.']]);
  expect(shown[0]!.data.url).toBe('/chat/c');
  expect(syncs).toEqual(['outbox']);
  answer = () => Response.json([]);
  await sendWaiting(parts(), async () => false);
  await followAnswers(parts());
  expect(sent().map(({ input }) => input.id)).toEqual(['reply-1', 'reply-1']);
  expect(shown).toEqual([]);
});

test('an answer that a page is just sending is told no more once the page has sent it', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await tap(await arrive());
  let finish = () => {};
  const sending = new Promise<void>((resolve) => (finish = resolve));
  const page = parts().tabs.lock(`outbox ${cook} message c`, async () => {
    await sending;
    entries.delete(cook);
  });
  const followed = followAnswers(parts());
  // By now it would have read the outbox, had it not waited for the page.
  await new Promise((resolve) => setTimeout(resolve));
  finish();
  await Promise.all([page, followed]);
  expect(shown).toEqual([]);
});

test('a worker that no page has told who is signed in asks the server, unless that person has left without a signal', async () => {
  vi.mocked(photos.knownAccount).mockResolvedValue(null);
  await tap(await arrive());
  expect(sent()).toHaveLength(1);
  expect(told()).toEqual([]);

  [calls, entries, left] = [[], new Map(), {}];
  await tap(await arrive());
  expect([calls, stored()]).toEqual([[], []]);
  expect(told()).toEqual([['Jawaban tidak terkirim', 'Buka Lapau untuk menjawab.']]);

  [shown, left, signedIn] = [[], undefined, 'neighbour'];
  await tap(await arrive());
  expect([sent(), stored()]).toEqual([[], []]);
  expect(told()).toEqual([['Jawaban tidak terkirim', 'Buka Lapau untuk menjawab.']]);
});

test('a refusal is told with its reason, at the tap or once there is a signal, and the message waits for the chat', async () => {
  const refuse = () =>
    Response.json({ code: 'message_refused', message: 'Pesan tidak dapat dikirim.' }, { status: 403 });
  answer = refuse;
  await tap(await arrive());
  expect(told()).toEqual([['“Masih ada” belum terkirim', 'Pesan tidak dapat dikirim.']]);
  expect(stored()[0]).toMatchObject({ kind: 'message', response: { status: 403 } });

  [shown, entries] = [[], new Map()];
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await tap(await arrive());
  answer = refuse;
  await sendWaiting(parts(), async () => false);
  await followAnswers(parts());
  expect(told()).toEqual([['“Masih ada” belum terkirim', 'Pesan tidak dapat dikirim.']]);
});

test('a session that has ended elsewhere is told, and the answer waits for its account', async () => {
  const notification = await arrive();
  vi.mocked(photos.knownAccount).mockResolvedValue(cook);
  signedIn = null;
  await tap(notification);
  expect(sent()).toEqual([]);
  expect(told()).toEqual([['“Masih ada” belum terkirim', 'Buka chat ini untuk mengirimnya.']]);
  expect(stored()).toHaveLength(2);
});

test.each([null, 'neighbour'])('with %s on the phone nothing is stored or sent', async (person) => {
  const notification = await arrive();
  signedIn = person;
  await tap(notification);
  expect([sent(), stored()]).toEqual([[], []]);
  expect(told()).toEqual([['Jawaban tidak terkirim', 'Buka Lapau untuk menjawab.']]);
});
