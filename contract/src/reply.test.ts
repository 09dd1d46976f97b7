import { expect, test } from 'vitest';
import { matchesStoredComment, mentionOf, placeComment, withMention, wordsAfterMention } from './reply.ts';

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

const eli = { id: 'a1', parent_id: 'a', full_name: 'Kadai Uni Eli', is_warung: true };
const pai = { id: 'b1', parent_id: 'a', full_name: 'Pai Marlina', is_warung: false };

test('who is not to be seen is mentioned by no name (D129)', () => {
  expect(withMention('Dua porsi, ya', null)).toBe('@pengguna Dua porsi, ya');
});

test('a reply to a reply is stored as its words alone, whether its mention was typed or not', () => {
  for (const typed of ['', '@Kadai Uni Eli ', '@kadai uni eli, ', '@Kadai  Uni Eli: '])
    expect(placeComment(`${typed}Dua porsi`, eli)).toEqual({ parent_id: 'a', content: 'Dua porsi', mentioned: eli });
  for (const typed of ['@Pai ', '@Pai Marlina ', '@pai, '])
    expect(placeComment(`${typed}Dua\nporsi`, pai)).toEqual({ parent_id: 'a', content: 'Dua\nporsi', mentioned: pai });
  expect(placeComment('Dua porsi', { ...eli, parent_id: null })).toMatchObject({ parent_id: 'a1', mentioned: null });
});

test('words that are no mention of the person stay as they are', () => {
  for (const words of [
    '@Kadai Ani dua',
    'Uni Eli dua',
    '@Kadai Uni Eli',
    '@Kadai Uni Elida dua',
    '@ Kadai Uni Eli dua',
  ])
    expect(wordsAfterMention(words, eli), words).toBeNull();
});

test('a comment sent again is known, also when whom it mentions has another name meanwhile (D59)', () => {
  const stored = { parent_id: 'a', content: 'Dua porsi, ya', mentions_person: true };
  for (const typed of ['', '@Soto ', '@Kadai Kopi Tigo Tungku Sajarangan '])
    expect(matchesStoredComment(stored, `${typed}Dua porsi, ya`), typed).toBe(true);
  expect(matchesStoredComment(stored, 'Tiga porsi, ya')).toBe(false);
  expect(matchesStoredComment({ ...stored, mentions_person: false }, '@Soto Dua porsi, ya')).toBe(false);
});

test('one that an earlier release has stored with its mention is known too', () => {
  const stored = { parent_id: 'a', content: '@Kadai Uni Eli kami mau dua', mentions_person: false };
  expect(matchesStoredComment(stored, 'kami mau dua')).toBe(true);
  expect(matchesStoredComment(stored, 'dua')).toBe(false);
  expect(matchesStoredComment({ ...stored, parent_id: null }, 'kami mau dua')).toBe(false);
});
