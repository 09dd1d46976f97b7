import { myPost } from '@lapau/contract/posts';
import { expect, test } from 'vitest';
import { draftVersion } from '../../lib/drafts/stored-draft.ts';
import { blankDraft } from './composer/draft.ts';
import { restoreDraft, toStoredDraft } from './composer/stored-draft.ts';

const id = '0198c0de-0000-7000-8000-000000000001';
const now = 1_800_000_000_000;
const texts = { ...blankDraft().texts, food_name: 'Gulai', price: '5' };
const uploaded = { status: 'uploaded', path: 'u/1.webp', since: now } as const;
const whole = { version: draftVersion, id, texts, photos: [{ id: 'a', work: uploaded }] };

test('a draft that was stored is restored as it was', () => {
  const draft = { id, texts, photos: [{ id: 'a', file: new Blob(), work: uploaded }] };
  expect(restoreDraft(toStoredDraft(draft), now)).toEqual({ id, texts, photos: [{ id: 'a', work: uploaded }] });
});

test('the draft of a change keeps the post as it saw it, with its photos', () => {
  const photos = [{ id: 'u/1.webp', file: null, work: { status: 'stored', path: 'u/1.webp' } as const }];
  const other = { description: '', is_open: true, is_admin_post: false, link_url: null };
  const seen = myPost.parse({ id, food_name: 'Gulai', price: '4', images: ['u/1.webp'], version: 3, ...other });
  const restored = restoreDraft(toStoredDraft({ id, texts, photos, seen }), now);
  expect(restored).toEqual({ id, texts, photos: [{ id: 'u/1.webp', work: photos[0]?.work }], seen });
  expect(restoreDraft({ ...whole, seen: 3 }, now)).toEqual({ id, texts, photos: whole.photos });
});

test('fields that a stored draft lacks are blank', () => {
  expect(restoreDraft({ version: draftVersion, id, texts: { food_name: 'Gulai' } }, now)).toEqual({
    id,
    texts: { ...blankDraft().texts, food_name: 'Gulai' },
    photos: [],
  });
  expect(restoreDraft({ version: draftVersion }, now)).toEqual({ ...blankDraft(), id: expect.any(String), photos: [] });
});

test('unknown fields and fields of another type are left out', () => {
  const unknown = { ...whole, colour: 'red', texts: { ...texts, price: 5, colour: 'red' } };
  expect(restoreDraft(unknown, now)).toEqual({ id, texts: { ...texts, price: '' }, photos: whole.photos });
});

test('a photo with an unknown state is uploaded again; a photo without an id is left out', () => {
  const photos = [{ id: 'a', work: { status: 'developing' } }, { id: 'b' }, { work: uploaded }, null];
  expect(restoreDraft({ ...whole, photos }, now)?.photos).toEqual([
    { id: 'a', work: { status: 'waiting', isTried: true } },
    { id: 'b', work: { status: 'waiting', isTried: true } },
  ]);
});

test.each([undefined, null, 'text', { ...whole, version: draftVersion - 1 }])(
  '%j is no draft of this version',
  (stored) => {
    expect(restoreDraft(stored, now)).toBeNull();
  },
);

test('an upload that is too old or was interrupted starts again', () => {
  const stored = (work: object) => ({ ...whole, photos: [{ id: 'a', work }] });
  const restored = (work: object) => restoreDraft(stored(work), now)?.photos[0]?.work;
  expect(restored(uploaded)).toEqual(uploaded);
  expect(restored({ ...uploaded, since: now - 13 * 60 * 60_000 })).toEqual({ status: 'waiting', isTried: true });
  // The time was noted by a clock that was ahead.
  expect(restored({ ...uploaded, since: now + 13 * 60 * 60_000 })).toEqual({ status: 'waiting', isTried: true });
  expect(restored({ status: 'uploading', sent: 0.5 })).toEqual({ status: 'waiting', isTried: true });
  expect(restored({ status: 'preparing' })).toEqual({ status: 'preparing' });
  expect(restored({ status: 'failed', reason: 'Bukan foto', retry: 'never' })).toMatchObject({ status: 'failed' });
});
