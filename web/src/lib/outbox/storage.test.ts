import { beforeEach, expect, test, vi } from 'vitest';
import type { Stored } from '../device/device-database.ts';
import type { OutboxEntry } from './queue.ts';
import { createOutboxStorage } from './storage.ts';

/** The device's storage: its content, how it answers, and the events that it gives. */
const device = vi.hoisted(() => ({
  kept: new Map<string, unknown>(),
  answer: undefined as ((store: () => void) => Stored) | undefined,
  events: {} as { onClosed?: () => void; onEmptied?: () => void },
}));
vi.mock('idb-keyval', () => ({ get: async (key: string) => device.kept.get(key) }));
vi.mock('../device/device-database.ts', () => ({
  createDeviceDatabase: (_database: string, _name: string, events: typeof device.events) => {
    device.events = events;
    return {
      inStore: (work: () => Promise<unknown>) => work(),
      change: async (key: string, by: (stored: unknown) => unknown): Promise<Stored> => {
        const changed = by(device.kept.get(key));
        const store = () => void device.kept.set(key, changed);
        if (device.answer) return device.answer(store);
        store();
        return true;
      },
    };
  },
}));

const entry = (id: string): OutboxEntry => ({ id, kind: 'comment', subject: 'post', change: id, at: 1 });
const add = (id: string) => (before: readonly OutboxEntry[]) => [...before, entry(id)];
const marks = (entries: readonly OutboxEntry[]) => entries.map(({ id, isUnkept }) => (isUnkept ? `${id} unkept` : id));
const kept = () => ((device.kept.get('uni') as OutboxEntry[] | undefined) ?? []).map(({ id }) => id);

beforeEach(() => {
  device.kept.clear();
  device.answer = undefined;
});

test('of what waits only that is unkept which a full device has refused, and with room it is stored', async () => {
  const storage = createOutboxStorage();
  expect(marks(await storage.update('uni', add('one')))).toEqual(['one']);
  device.answer = () => false;
  expect(marks(await storage.update('uni', add('two')))).toEqual(['one', 'two unkept']);
  expect(marks(await storage.read('uni'))).toEqual(['one', 'two unkept']);
  device.answer = undefined;
  expect(marks(await storage.update('uni', (before) => before))).toEqual(['one', 'two']);
  expect(kept()).toEqual(['one', 'two']);
  expect(device.kept.get('uni')).toEqual([entry('one'), entry('two')]);
});

test('what a silent device stores late is kept from then on, and once', async () => {
  const storage = createOutboxStorage();
  let answer: (isStored: boolean) => void = () => {};
  device.answer = (store) => ({
    late: new Promise((resolve) => {
      answer = (isStored) => {
        store();
        resolve(isStored);
      };
    }),
  });
  expect(marks(await storage.update('uni', add('one')))).toEqual(['one unkept']);
  expect(storage.isAnswering('uni')).toBe(false);
  answer(true);
  await vi.waitFor(() => expect(storage.isAnswering('uni')).toBe(true));
  expect(marks(await storage.read('uni'))).toEqual(['one']);
  expect(kept()).toEqual(['one']);
});

test('what may not be stored yet stays in this page, and what is on the device already stays there', async () => {
  const storage = createOutboxStorage();
  const isOther = ({ id }: OutboxEntry) => id !== 'dish';
  expect(marks(await storage.update('uni', add('dish'), isOther))).toEqual(['dish unkept']);
  expect(marks(await storage.update('uni', add('one'), isOther))).toEqual(['dish unkept', 'one']);
  expect(kept()).toEqual(['one']);
  expect(marks(await storage.read('uni'))).toEqual(['one', 'dish unkept']);
  expect(marks(await storage.update('uni', (before) => before))).toEqual(['one', 'dish']);
  expect(marks(await storage.update('uni', (before) => before, isOther))).toEqual(['one', 'dish']);
  expect(kept()).toEqual(['one', 'dish']);
});

test('what the browser has deleted while the page is open is unkept, and stored again', async () => {
  const storage = createOutboxStorage();
  const closed = vi.fn<() => void>();
  storage.subscribe(closed);
  await storage.update('uni', add('one'));
  device.kept.clear();
  device.events.onClosed?.();
  device.events.onEmptied?.();
  expect(closed).toHaveBeenCalledOnce();
  expect(marks(await storage.read('uni'))).toEqual(['one unkept']);
  expect(marks(await storage.update('uni', (before) => before))).toEqual(['one']);
  expect(kept()).toEqual(['one']);
});
