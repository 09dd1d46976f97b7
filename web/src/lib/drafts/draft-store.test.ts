import { afterEach, expect, test, vi } from 'vitest';
import { isAnythingUnkept } from '../device/unkept.ts';
import {
  deleteDraft,
  isDraftWhole,
  keepDraftsOf,
  onDraftsDeleted,
  readDraft,
  readDraftsBelow,
  writeDraft,
} from './draft-store.ts';

const device = vi.hoisted(() => new Map<string, unknown>());
/** Whether the device has no room for a value. */
const lacksRoom = vi.hoisted(() => ({ for: (_value: unknown): boolean => false }));
vi.mock('idb-keyval', () => ({
  delMany: async (names: string[]) => names.forEach((name) => device.delete(name)),
  getMany: async (names: string[]) => names.map((name) => device.get(name)),
  keys: async () => [...device.keys()],
}));
vi.mock('../device/device-database.ts', () => ({
  createDeviceDatabase: () => ({
    inStore: (work: () => Promise<unknown>) => work(),
    isSilent: () => false,
    put: async (entries: [string, unknown][]) => {
      if (entries.some(([, value]) => lacksRoom.for(value))) return false;
      for (const [name, draft] of entries) device.set(name, draft);
      return true;
    },
    deleteKeys: async (choose: (keys: string[]) => string[]) =>
      choose([...device.keys()]).forEach((name) => device.delete(name)),
  }),
}));
afterEach(() => {
  device.clear();
  lacksRoom.for = () => false;
  vi.useRealTimers();
});

/** Waits until everything that was asked for before is done. */
const settled = () => readDraft('');

test('who is signed in keeps their own drafts, and those of others go with their photos', async () => {
  const deleted = vi.fn<(isDeleted: (key: string) => boolean) => void>();
  onDraftsDeleted(deleted);
  void writeDraft('uni chat 1', { text: 'Pesan' });
  void writeDraft('uni posting 2', { name: 'Sate' }, new Map([['photo', new Blob(['jpeg'])]]));
  void writeDraft('guest login', { email: 'uni@lapau.example' });
  void writeDraft('upik chat 1', { text: 'Halo' });
  await settled();
  keepDraftsOf('upik');
  await settled();
  expect([...device.keys()]).toEqual(['upik chat 1']);
  const [isDeleted] = deleted.mock.lastCall!;
  expect(['uni chat 1', 'upik chat 1'].map(isDeleted)).toEqual([true, false]);
});

test('a form of the person before that is closed late stores nothing, and for its own person again it does', async () => {
  keepDraftsOf('upik');
  void writeDraft('uni chat 1', { text: 'Pesan' });
  expect(await readDraft('uni chat 1')).toBeUndefined();
  keepDraftsOf('uni');
  void writeDraft('uni chat 1', { text: 'Pesan' });
  expect(await readDraftsBelow('uni ')).toEqual(new Map([['uni chat 1', { text: 'Pesan' }]]));
});

test('of a draft that does not fit, the text and as many photos as fit are stored, and the rest once there is room', async () => {
  vi.useFakeTimers();
  const [small, large] = [new Blob(['jpeg']), new Blob(['a larger jpeg'])];
  lacksRoom.for = (value) => value === large;
  await writeDraft(
    'uni posting 1',
    { name: 'Sate' },
    new Map([
      ['large', large],
      ['small', small],
    ]),
  );
  expect([...device.keys()]).toEqual(['uni posting 1', 'uni posting 1 small']);
  expect([isDraftWhole('uni posting 1'), isAnythingUnkept()]).toEqual([false, true]);
  expect(await readDraft('uni posting 1 large')).toBe(large);
  lacksRoom.for = () => false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(device.get('uni posting 1 large')).toBe(large);
  expect([isDraftWhole('uni posting 1'), isAnythingUnkept()]).toEqual([true, false]);

  // The stored text may be a moment old: the draft on the device is whole. Nobody misses a deleted draft.
  lacksRoom.for = () => true;
  await writeDraft('uni posting 1', { name: 'Sate Padang' }, new Map([['large', large]]));
  expect([isDraftWhole('uni posting 1'), isAnythingUnkept()]).toEqual([true, true]);
  deleteDraft('uni posting 1');
  await settled();
  expect(isAnythingUnkept()).toBe(false);
});

test('while a further letter is being stored on a full device, the draft counts as not stored', async () => {
  await writeDraft('uni chat 1', { text: 'H' });
  const during: boolean[] = [];
  lacksRoom.for = () => {
    during.push(isAnythingUnkept());
    return true;
  };
  await writeDraft('uni chat 1', { text: 'Ha' });
  await writeDraft('uni chat 1', { text: 'Hal' });
  expect(during).toEqual([false, true]);
  lacksRoom.for = () => false;
  await writeDraft('uni chat 1', { text: 'H' });
  expect([device.get('uni chat 1'), isAnythingUnkept()]).toEqual([{ text: 'H' }, false]);
});
