import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOfResponse, networkError } from '../api-error.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './queue.ts';
import type { OutboxStorage } from './storage.ts';
import type { OutboxTabs } from './tabs.ts';

/** A phone with a storage that its tabs share. */
function createDevice() {
  const stored = new Map<string, readonly OutboxEntry[]>();
  const listeners = new Set<(account: string) => void>();
  let lockQueue: Promise<unknown> = Promise.resolve();
  const storage: OutboxStorage = {
    read: async (account) => stored.get(account) ?? [],
    update: async (account, change) => {
      const entries = change(stored.get(account) ?? []);
      stored.set(account, entries);
      return entries;
    },
  };
  const lock = (_name: string, task: () => Promise<void>) => {
    const run = lockQueue.then(task);
    lockQueue = run;
    return run;
  };
  const openTabs = (ownLock = lock): OutboxTabs => {
    let own: ((account: string) => void) | undefined;
    return {
      lock: ownLock,
      announce: (account) => {
        for (const listener of listeners) if (listener !== own) listener(account);
      },
      subscribe: (listener) => {
        own = listener;
        listeners.add(listener);
      },
    };
  };
  return { stored, storage, openTabs };
}

/** The lock of a page that was started after the one that held it was killed. */
const freeLock = (_name: string, task: () => Promise<void>) => task();

type Choice = { open: boolean };
type Request = {
  choice: Choice;
  /** Of one that sends; one that looks for a change that may have arrived has none. */
  ageMs?: number;
  /** null for 'has not arrived'. */
  answer: (answer?: string | null) => void;
  fail: (error?: Error) => void;
};

/** A tab with an open outbox whose requests are answered by hand. */
function openTab(
  device = createDevice(),
  { account = 'cook', keepsAll = false, holds = false, lock = undefined as OutboxTabs['lock'] | undefined } = {},
) {
  const requests: Request[] = [];
  const applied: Choice[] = [];
  const outbox = createOutbox({ storage: device.storage, tabs: device.openTabs(lock) });
  const request = <Answer>(choice: Choice, { signal, ageMs }: { signal: AbortSignal; ageMs?: number }) =>
    new Promise<Answer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('The request took too long.', 'AbortError')));
      requests.push({
        choice,
        ageMs,
        answer: (answer = 'stored') => resolve(answer as Answer),
        fail: (error = networkError()) => reject(error),
      });
    });
  const kind = outbox.register<Choice, string>({
    name: 'stall',
    send: request,
    applyAnswer: (_client, choice) => applied.push(choice),
    ...(keepsAll || holds ? {} : { supersede: () => null }),
    ...(holds && {
      holds: {
        afterMs: 24 * 60 * 60_000,
        findAnswer: (choice: Choice, { signal }: { signal: AbortSignal }) => request<string | null>(choice, { signal }),
      },
    }),
    meta: { failed: null },
  });
  outbox.open(account, new QueryClient());
  const submit = (open: boolean, subject = 'mine') => outbox.submit(kind, subject, { open });
  const shown = () => outbox.state().entries.map(({ change }) => (change as Choice).open);
  const settle = () => vi.advanceTimersByTimeAsync(10);
  return { device, outbox, requests, applied, submit, shown, settle };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a change shows at once, is stored before it is sent, and leaves after its answer', async () => {
  const { device, requests, applied, submit, shown, settle } = openTab();
  const answer = submit(false);
  expect(shown()).toEqual([false]);
  await settle();
  expect(device.stored.get('cook')).toHaveLength(1);
  requests[0]?.answer();
  await settle();
  expect([shown(), device.stored.get('cook'), applied]).toEqual([[], [], [{ open: false }]]);
  expect(await answer).toEqual({ type: 'sent', answer: 'stored' });
});

test('one request a queue at a time, and of the changes made meanwhile only the last is sent', async () => {
  const { requests, submit, shown, settle } = openTab();
  void submit(false);
  await settle();
  for (const open of [true, false, true]) void submit(open);
  await settle();
  expect([requests.length, shown()]).toEqual([1, [true]]);
  requests[0]?.answer();
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, true]);
});

test('without supersede all are sent in their order, and queues do not wait for each other', async () => {
  const { requests, submit, settle } = openTab(createDevice(), { keepsAll: true });
  for (const open of [true, false]) void submit(open, 'one');
  await settle();
  expect(requests).toHaveLength(1);
  requests[0]?.answer();
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([true, false]);
});

test('without an answer it is tried again ever later, at most after a minute, and shows as stuck', async () => {
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  const pauses: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const count = requests.length;
    requests.at(-1)?.fail();
    const from = Date.now();
    await settle();
    expect(outbox.state().stuck.size).toBe(1);
    while (requests.length === count) await vi.advanceTimersByTimeAsync(100);
    pauses.push(Math.round((Date.now() - from) / 1000));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  requests.at(-1)?.answer();
  await settle();
  expect([outbox.state().stuck.size, outbox.state().entries]).toEqual([0, []]);
});

test('what the server takes only later is kept and says why, until it is taken', async () => {
  const { device, requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  requests[0]?.fail(errorOfResponse(429, { code: 'too_many_unanswered', message: 'Satu per menit.' }));
  await settle();
  expect([[...outbox.state().stuck.values()], device.stored.get('cook')?.length]).toEqual([['Satu per menit.'], 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  requests[1]?.fail();
  await settle();
  expect([...outbox.state().stuck.values()]).toEqual([null]);
  await vi.advanceTimersByTimeAsync(2_000);
  requests[2]?.answer();
  await settle();
  expect([outbox.state().stuck.size, outbox.state().entries]).toEqual([0, []]);
});

test.each([
  ['network', (isBack: boolean) => onlineManager.setOnline(isBack)],
  ['page', (isBack: boolean) => focusManager.setFocused(isBack)],
])('what got no answer is tried again at once when the %s is back', async (_what, set) => {
  const { requests, submit, settle } = openTab();
  void submit(false);
  await settle();
  requests[0]?.fail();
  set(false);
  await settle();
  expect(requests).toHaveLength(1);
  set(true);
  await settle();
  expect(requests).toHaveLength(2);
});

test('a request that hangs shows as stuck after seconds and is given up after a while', async () => {
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([outbox.state().stuck.size, requests.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(2);
});

test('the age is counted from the tap, also after a retry', async () => {
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  requests[0]?.fail();
  await settle();
  await vi.advanceTimersByTimeAsync(500);
  outbox.retry();
  await settle();
  expect(requests[1]?.ageMs).toBeGreaterThanOrEqual(500);
});

test('a change made during a request is not dated before that request’s arrival', async () => {
  const { requests, submit, settle } = openTab();
  void submit(false);
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  void submit(true);
  await vi.advanceTimersByTimeAsync(5_000);
  requests[0]?.answer();
  await settle();
  expect(requests[1]?.choice.open).toBe(true);
  expect(requests[1]?.ageMs).toBeLessThan(50);
});

test('what a killed page had not sent is sent by the next one, for its account only', async () => {
  const killed = openTab();
  void killed.submit(false);
  await killed.settle();
  const other = openTab(killed.device, { account: 'somebody else' });
  await other.settle();
  expect([other.requests.length, other.shown()]).toEqual([0, []]);
  const next = openTab(killed.device, { lock: freeLock });
  await next.settle();
  expect([next.shown(), next.requests.map(({ choice }) => choice.open)]).toEqual([[false], [false]]);
});

test('two tabs send a change once', async () => {
  const first = openTab();
  const second = openTab(first.device);
  void first.submit(false);
  await first.settle();
  await second.settle();
  expect(second.shown()).toEqual([false]);
  first.requests[0]?.answer();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([first.requests.length, second.requests.length, second.shown()]).toEqual([1, 0, []]);
});

test('a refusal takes the change back, an ended session keeps it', async () => {
  const { device, requests, applied, submit, shown, settle } = openTab();
  const refused = submit(false);
  await settle();
  requests[0]?.fail(errorOfResponse(403, { code: 'forbidden', message: 'Tidak boleh.' }));
  await settle();
  expect([shown(), applied, await refused]).toEqual([[], [], { type: 'refused' }]);
  void submit(false);
  await settle();
  requests[1]?.fail(errorOfResponse(401, { code: 'unauthenticated', message: 'Masuk dulu.' }));
  await settle();
  expect(device.stored.get('cook')).toHaveLength(1);
});

const refusal = () => errorOfResponse(403, { code: 'forbidden', message: 'Tidak boleh.' });

test('a kind that holds: a refused change keeps its place until it is released or removed', async () => {
  const { device, requests, outbox, submit, shown, settle } = openTab(createDevice(), { holds: true });
  void submit(false);
  await settle();
  requests[0]?.fail(refusal());
  await settle();
  void submit(true);
  outbox.retry();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([requests.length, shown()]).toEqual([1, [false, true]]);
  const [head] = device.stored.get('cook') ?? [];
  expect(head?.held).toEqual({ because: 'refused', code: 'forbidden', reason: 'Tidak boleh.' });

  await outbox.release([head?.id ?? '']);
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, false]);
  requests[1]?.fail(refusal());
  await settle();
  await outbox.remove([head?.id ?? '']);
  await settle();
  expect([requests.at(-1)?.choice.open, shown()]).toEqual([true, [true]]);
});

describe('a kind that holds: a change that is old when its turn comes', () => {
  async function openNextDay() {
    const { device, submit, settle, requests } = openTab(createDevice(), { holds: true });
    void submit(true);
    void submit(false);
    await settle();
    requests[0]?.fail();
    await settle();
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
    const next = openTab(device, { holds: true, lock: freeLock });
    await next.settle();
    expect(next.requests).toMatchObject([{ choice: { open: true }, ageMs: undefined }]);
    expect(next.outbox.state().entries[0]?.held).toBeUndefined();
    return next;
  }

  test('is held once the server says that it has not arrived, and sent once it is released', async () => {
    const { outbox, requests, settle } = await openNextDay();
    requests[0]?.answer(null);
    await vi.advanceTimersByTimeAsync(60_000);
    const [entry] = outbox.state().entries;
    expect([requests.length, entry?.held]).toEqual([1, { because: 'old' }]);
    await outbox.release([entry?.id ?? '']);
    await settle();
    expect(requests[1]?.ageMs).toBeLessThan(1000);
    expect(outbox.state().entries[0]?.held).toBeUndefined();
  });

  test('leaves without a question when it has arrived, and holds nothing', async () => {
    const { outbox, applied, requests, settle } = await openNextDay();
    requests[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(outbox.state().entries.map(({ held }) => held)).toEqual([undefined, undefined]);
    requests[1]?.answer();
    await settle();
    expect(applied).toEqual([{ open: true }]);
    expect(requests.at(-1)).toMatchObject({ choice: { open: false }, ageMs: undefined });
  });
});

test('a closed outbox shows and sends nothing', async () => {
  const { device, outbox, requests, submit, shown, settle } = openTab();
  const change = submit(false);
  await settle();
  outbox.close();
  expect(await change).toEqual({ type: 'closed' });
  requests[0]?.fail();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([shown(), requests.length, device.stored.get('cook')?.length]).toEqual([[], 1, 1]);
});

describe('the outcome of a change', () => {
  /** What each change has come to so far; undefined while it is in the outbox. */
  function follow(changes: Promise<{ type: string }>[]) {
    const types: (string | undefined)[] = changes.map(() => undefined);
    changes.forEach((change, index) => void change.then(({ type }) => (types[index] = type)));
    return types;
  }

  test('superseded at once by a newer one, also before it was stored', async () => {
    const { requests, submit, settle } = openTab();
    const types = follow([submit(false), submit(true), submit(false)]);
    await settle();
    expect(types).toEqual(['superseded', 'superseded', undefined]);
    requests[0]?.answer();
    await settle();
    expect(types).toEqual(['superseded', 'superseded', 'sent']);
  });

  test('removed by the person, while it waits or is held', async () => {
    const { requests, outbox, submit, settle } = openTab(createDevice(), { holds: true });
    const types = follow([submit(false), submit(true)]);
    await settle();
    requests[0]?.fail(refusal());
    await settle();
    expect(types).toEqual([undefined, undefined]);
    await outbox.remove(outbox.state().entries.map(({ id }) => id));
    await settle();
    expect(types).toEqual(['removed', 'removed']);
  });

  test('elsewhere, when another tab has sent, superseded or removed it', async () => {
    const first = openTab();
    const second = openTab(first.device);
    const sent = follow([first.submit(false)]);
    await first.settle();
    first.requests[0]?.fail();
    await first.settle();
    second.outbox.retry();
    await second.settle();
    second.requests[0]?.answer();
    await second.settle();
    expect([sent, first.requests.length]).toEqual([['elsewhere'], 1]);

    const superseded = follow([first.submit(false), second.submit(true)]);
    await first.settle();
    expect(superseded).toEqual(['elsewhere', undefined]);
    await first.outbox.remove(first.outbox.state().entries.map(({ id }) => id));
    await second.settle();
    expect(superseded).toEqual(['elsewhere', 'elsewhere']);
  });

  test('removed when it has become too old to be sent', async () => {
    const { requests, outbox, submit, settle } = openTab();
    const types = follow([submit(false)]);
    await settle();
    requests[0]?.fail();
    await settle();
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    outbox.retry();
    await settle();
    expect(types).toEqual(['removed']);
  });
});
