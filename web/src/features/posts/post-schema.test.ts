import { describe, expect, test } from 'vitest';
import { schemaResolver } from '../../lib/forms/use-schema-form.ts';
import { blankDraft } from './composer/draft.ts';
import type { DraftTexts } from './composer/draft.ts';
import { postSchemas } from './composer/post-schema.ts';
import type { PostKind } from './composer/post-schema.ts';

/** The message of each field that has one. */
async function check(kind: PostKind, texts: Partial<DraftTexts>) {
  const resolve = schemaResolver<DraftTexts>(postSchemas[kind]);
  const values = { ...blankDraft().texts, ...texts };
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.message]));
}

const missing = 'Nama harus diisi.';

describe('a new post', () => {
  test('needs a name and, in a menu, a price', async () => {
    expect(await check('menu', {})).toEqual({
      food_name: missing,
      price: 'Harga harus diisi untuk postingan penjual.',
    });
    expect(await check('menu', { food_name: ' ', price: '5' })).toEqual({ food_name: missing });
    expect(await check('admin', {})).toEqual({ food_name: missing });
  });

  test('is valid with name and price', async () => {
    expect(await check('menu', { food_name: 'Gulai', price: 'Gratis' })).toEqual({});
    expect(await check('admin', { food_name: 'Pengumuman' })).toEqual({});
  });

  test('ignores the fields of the other kind', async () => {
    expect(await check('menu', { food_name: 'Gulai', price: '5', link_url: 'x' })).toEqual({});
    expect(await check('admin', { food_name: 'Gulai', price: 'x'.repeat(61) })).toEqual({});
  });

  test.each([
    ['menu', 'food_name', 120, 'Nama'],
    ['menu', 'price', 60, 'Harga'],
    ['menu', 'description', 2000, 'Deskripsi'],
    ['admin', 'seller_name', 80, 'Nama sumber'],
  ] as const)('%s: %s has at most %i letters (D25), and the message names it', async (kind, field, max, name) => {
    const given = { food_name: 'Gulai', price: '5' };
    expect(await check(kind, { ...given, [field]: ` ${'x'.repeat(max)} ` })).toEqual({});
    expect(await check(kind, { ...given, [field]: '🍛'.repeat(max) })).toEqual({});
    expect(await check(kind, { ...given, [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: `${name} paling banyak ${max} huruf, sekarang ${max + 1}.`,
    });
  });

  test.each([
    ['food_name', '\u200b', missing],
    ['price', '\u2068\u2069', 'Harga harus diisi untuk postingan penjual.'],
    ['description', '\u2800', 'Deskripsi harus berisi huruf yang terlihat.'],
  ] as const)('%s may not be %j', async (field, text, problem) => {
    expect(await check('menu', { food_name: 'Gulai', price: '5', [field]: text })).toEqual({ [field]: problem });
  });

  test('takes what other programs leave in a text', async () => {
    const pasted = {
      food_name: 'Kue\u0301\nTalam\u200b',
      price: '\u202a5\u202c',
      description: 'enak\u000b\u2068sekali\u2069',
    };
    expect(await check('menu', pasted)).toEqual({});
  });

  test('links only to http and https (D23)', async () => {
    const wrong = { link_url: 'Tautan harus diawali http:// atau https://.' };
    expect(await check('admin', { food_name: 'A', link_url: 'https://lapau.test/a' })).toEqual({});
    expect(await check('admin', { food_name: 'A', link_url: 'javascript:alert(1)' })).toEqual(wrong);
    expect(await check('admin', { food_name: 'A', link_url: 'lapau.test' })).toEqual(wrong);
  });
});
