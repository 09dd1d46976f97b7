import type { CallOutput } from '@lapau/contract/calls';
import type { MenuPost } from '@lapau/contract/posts';
import { expect, test } from 'vitest';
import { dishesToCook, lastMenuOf } from './api-cook-again.ts';
import { cookedText } from './components/cook-again-texts.ts';

// It is 8 o'clock in Padang; the day began four hours ago.
const now = new Date('2026-11-28T01:00:00Z');
const dish = (id: string, created_at: string, is_open = true) => ({ id, created_at, is_open }) as MenuPost;
const menu = [
  dish('today', '2026-11-27T22:00:00Z'),
  dish('today, sold out', '2026-11-27T21:30:00Z', false),
  dish('yesterday evening, still open', '2026-11-27T12:30:00Z'),
  dish('yesterday evening', '2026-11-27T12:00:00Z', false),
  dish('yesterday morning', '2026-11-26T22:00:00Z'),
  dish('the day before', '2026-11-26T20:00:00Z', false),
];
const ids = (dishes: MenuPost[]) => dishes.map(({ id }) => id);

test('what is sold out or older than today can be cooked again, and the last menu is chosen', () => {
  const dishes = dishesToCook(menu, new Set(), now);
  expect(ids(dishes)).toEqual(['today, sold out', 'yesterday evening', 'yesterday morning', 'the day before']);
  expect(ids(lastMenuOf(dishes, now))).toEqual(['yesterday evening', 'yesterday morning']);
  expect(ids(lastMenuOf(dishes.slice(0, 1), now))).toEqual(['today, sold out']);
  // What waits for an answer is not cooked a second time.
  expect(ids(dishesToCook(menu, new Set(['yesterday evening', 'today, sold out']), now))).toEqual([
    'yesterday morning',
    'the day before',
  ]);
  const many = Array.from({ length: 100 }, (_, index) => dish(String(index), '2026-11-27T12:00:00Z'));
  expect(lastMenuOf(many, now)).toHaveLength(10);
});

type Answer = CallOutput<'cook_again'>;
type Renewal = Answer['posts'][number]['renewal'];

const answer = (renewals: Renewal[], more: Partial<Answer> = {}): Answer => ({
  posts: renewals.map((renewal, index) => ({
    id: String(index),
    is_open: true,
    reopens_at: null,
    created_at: now.toISOString(),
    renewal,
  })),
  warung: { is_open: true, confirmed_at: null },
  renewals_left: 4,
  more_renewals_at: '2026-11-28T03:20:00Z',
  undo_id: null,
  ...more,
});
const said = (given: Answer, asked: number, hasOpened = false) => {
  const { text, description } = cookedText(given, { asked, hasOpened, now });
  return `${text} ${description}`.trim();
};

test('the answer says what is left, and why a dish is not on top', () => {
  expect(said(answer(['renewed', 'renewed']), 2, true)).toBe(
    '2 masakan tampil paling atas lagi. Warung juga dibuka. Masih bisa 4 masakan lagi sampai pukul 10.20.',
  );
  expect(said(answer(['renewed', 'too_early', 'too_many'], { renewals_left: 0 }), 4)).toBe(
    '1 masakan tampil paling atas lagi. 1 masakan belum lama diposting, jadi hanya ditandai tersedia. ' +
      '1 masakan hanya ditandai tersedia, karena batas naik ke atas sudah tercapai. 1 masakan sudah tidak ada. Bisa naik lagi pukul 10.20.',
  );
  expect(said(answer([], { more_renewals_at: null }), 1)).toBe(
    'Tidak ada masakan yang diubah. 1 masakan sudah tidak ada.',
  );
});
