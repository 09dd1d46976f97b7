import { expect, test } from 'vitest';
import type { AnyKind } from './kind.ts';
import { lostChanges } from './lost-changes.ts';
import type { Held, OutboxEntry } from './queue.ts';

const base = { applyAnswer: () => {}, send: async () => null, meta: { failed: null } };
const holds = { afterMs: Infinity, findAnswer: async () => null };
const contentOf = async () => ({ text: '' });
const kinds: AnyKind[] = [
  { ...base, name: 'comment', listed: { what: 'Komentar', contentOf } },
  { ...base, name: 'message', holds, listed: { what: 'Pesan', contentOf, hasNoPlace: (code) => code === 'forbidden' } },
  { ...base, name: 'dish', holds, listed: { what: 'Menu', contentOf, hasNoPlace: (_code, isSeller) => !isSeller } },
  { ...base, name: 'like' },
];

const refusedBy = (code: 'forbidden' | 'conflict'): Held =>
  ({ because: 'refused', code, reason: 'Tidak boleh.' }) as Held;

/** The ids of the listed entries; each entry is given by its kind, its subject and why it is held. */
const listed = (entries: [kind: string, subject: string, held?: Held][], isSeller = true) =>
  lostChanges(
    entries.map(([kind, subject, held], index): OutboxEntry => {
      return { id: String(index), kind, subject, change: {}, at: 0, ...(held && { held }) };
    }),
    (name) => kinds.find((kind) => kind.name === name),
    isSeller,
  ).map(({ entry }) => entry.id);

test('of a kind that holds nothing what was set aside is listed, and nothing that waits', () => {
  expect(
    listed([
      ['comment', 'a', refusedBy('forbidden')],
      ['comment', 'a'],
      ['like', 'a'],
    ]),
  ).toEqual(['0']);
});

test('of a kind that holds a whole queue is listed once its place is gone, and none that its place shows', () => {
  expect(
    listed([
      ['message', 'a', refusedBy('forbidden')],
      ['message', 'b', refusedBy('conflict')],
      ['message', 'a'],
    ]),
  ).toEqual(['0', '2']);
});

test('a dish that is held has no place for whoever sells no more, whyever it is held', () => {
  const dish: [string, string, Held] = ['dish', 'a', { because: 'stopped' }];
  expect([listed([dish]), listed([dish], false)]).toEqual([[], ['0']]);
});
