import { describe, expect, test } from 'vitest';
import { checkPost } from './composer/check-post.ts';
import type { PostKind } from './composer/check-post.ts';
import { blankDraft } from './composer/draft.ts';
import type { DraftTexts } from './composer/draft.ts';

const photo = { id: 'a', file: new Blob(), work: { at: 'waiting' as const } };
const check = (kind: PostKind, texts: Partial<DraftTexts>, photos = [photo]) =>
  checkPost(kind, { texts: { ...blankDraft().texts, ...texts }, photos });

const missing = 'Foto dan nama postingan harus diisi.';

describe('a new post', () => {
  test('needs a photo, a name and, of a stall, a price; told in the order of the form', () => {
    expect(check('menu', {}, [])).toEqual({
      photos: missing,
      food_name: missing,
      price: 'Harga harus diisi untuk postingan penjual.',
    });
    expect(Object.values(check('menu', { food_name: ' ', price: '5' }, []))[0]).toBe(missing);
    expect(check('admin', {})).toEqual({ food_name: missing });
  });

  test('is fine with them', () => {
    expect(check('menu', { food_name: 'Gulai', price: 'Gratis' })).toEqual({});
    expect(check('admin', { food_name: 'Pengumuman' })).toEqual({});
  });

  test.each([
    ['menu', 'food_name', 120],
    ['menu', 'price', 60],
    ['menu', 'description', 2000],
    ['admin', 'seller_name', 80],
  ] as const)('%s: %s has at most %i letters (D25)', (kind, field, max) => {
    const given = { food_name: 'Gulai', price: '5' };
    expect(check(kind, { ...given, [field]: ` ${'x'.repeat(max)} ` })).toEqual({});
    expect(check(kind, { ...given, [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: `Paling banyak ${max} huruf, sekarang ${max + 1}.`,
    });
  });

  test.each([
    ['food_name', 'a\nb', 'Harus satu baris.'],
    ['price', '5\u202e', 'Berisi karakter yang membalik arah tulisan.'],
    ['description', '\u200b', 'Tulis huruf yang terlihat.'],
  ] as const)('%s may not be %j', (field, text, problem) => {
    expect(check('menu', { food_name: 'Gulai', price: '5', [field]: text })).toEqual({ [field]: problem });
  });

  test('leads only to the web (D23)', () => {
    const wrong = { link_url: 'Tautan harus diawali http:// atau https://.' };
    expect(check('admin', { food_name: 'A', link_url: 'https://lapau.test/a' })).toEqual({});
    expect(check('admin', { food_name: 'A', link_url: 'javascript:alert(1)' })).toEqual(wrong);
    expect(check('admin', { food_name: 'A', link_url: 'lapau.test' })).toEqual(wrong);
  });
});
