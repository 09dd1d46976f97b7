import { afterEach, expect, test, vi } from 'vitest';
import { keepDraftsOf, onDraftsDeleted, readDraft, readDraftsBelow, writeDraft } from './draft-store.ts';

const device = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  delMany: async (names: string[]) => names.forEach((name) => device.delete(name)),
  getMany: async (names: string[]) => names.map((name) => device.get(name)),
  keys: async () => [...device.keys()],
}));
vi.mock('./device-store.ts', () => ({
  createDeviceStore: () => ({
    inStore: (work: () => Promise<unknown>) => work(),
    put: async (entries: [string, unknown][]) => {
      for (const [name, draft] of entries) device.set(name, draft);
      return true;
    },
    deleteKeys: async (choose: (keys: string[]) => string[]) =>
      choose([...device.keys()]).forEach((name) => device.delete(name)),
  }),
}));
afterEach(() => device.clear());

/** Once everything that was asked before is done. */
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
