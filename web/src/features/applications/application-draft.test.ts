import { expect, test } from 'vitest';
import { changeApplication, restoreApplication, toStoredApplication } from './composer/application-draft.ts';
import type { ApplicationDraft } from './composer/application-draft.ts';

const texts: ApplicationDraft['texts'] = {
  warung_name: 'Lapau Mak Itam',
  warung_description: '',
  phone_number: '0810-0000-0011',
  street: 'Jorong Lolo',
  nagari: 'Koto Lamo',
  kecamatan: 'Kapur IX',
  city: 'Lima Puluh Kota',
  province: 'Sumatera Barat',
};
const draft: ApplicationDraft = { id: 'first', texts, photos: [] };
const restore = (rejectedId?: string) =>
  restoreApplication(toStoredApplication(draft), { ...texts, warung_name: '' }, { now: 0, rejectedId });

test('a stored draft keeps its id, so that one that was sent is not stored twice (D59)', () => {
  expect(restore()).toEqual(draft);
  expect(restore('an earlier one')).toEqual(draft);
});

test('the draft of an application that was rejected becomes a new one with the same texts (D31)', () => {
  const restored = restore('first');
  expect(restored?.id).toMatch(/^[\da-f-]{36}$/);
  expect(restored?.texts).toEqual(texts);
});

test('a draft whose id the server refuses gets another one', () => {
  const renewed = changeApplication(draft, { type: 'renewId' });
  expect(renewed).toEqual({ ...draft, id: expect.stringMatching(/^[\da-f-]{36}$/) });
});
