import { expect, test } from 'vitest';
import { matchesStoredComment, mentionOf, toStoredComment } from './reply.ts';

test.each([
  ['Lapau Mak Itam', '@Lapau Mak Itam'],
  ['Kadai Uni Eli', '@Kadai Uni Eli'],
  ['Ampera Simpang Koto', '@Ampera Simpang Koto'],
  ['Sate Uda Jon', '@Sate Uda Jon'],
  ['Pondok Gulai Baung', '@Pondok Gulai Baung'],
  ['Lamang Amai Koto Lamo', '@Lamang Amai Koto'],
  ['Kadai Kopi Tigo Tungku Sajarangan Nan Lamo', '@Kadai Kopi Tigo'],
  ['Soto', '@Soto'],
])('the stall %s is mentioned as %s, a person of that name by the first word (D26)', (name, mention) => {
  expect(mentionOf({ full_name: name, is_warung: true })).toBe(mention);
  expect(mentionOf({ full_name: name, is_warung: false })).toBe(`@${name.split(' ', 1)[0]}`);
});

const answered = { id: 'a1', parent_id: 'a', full_name: 'Kadai Uni Eli', is_warung: true };

test('a comment sent again is known, also when whom it answers has another name meanwhile (D59)', () => {
  for (const name of ['Kadai Uni Eli', 'Soto', 'Kadai Kopi Tigo Tungku']) {
    const stored = toStoredComment('Dua porsi, ya', { ...answered, full_name: name });
    expect(matchesStoredComment(stored, 'Dua porsi, ya'), name).toBe(true);
    expect(matchesStoredComment(stored, 'Tiga porsi, ya'), name).toBe(false);
  }
});

test('a longer comment with the same end is another one', () => {
  const stored = { parent_id: 'a', content: '@Kadai Uni Eli kami mau dua' };
  expect(matchesStoredComment(stored, 'dua')).toBe(false);
  expect(matchesStoredComment({ ...stored, parent_id: null }, 'kami mau dua')).toBe(false);
});
