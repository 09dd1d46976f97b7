import { describe, expect, test } from 'vitest';
import type { PhotoWork } from '../../lib/draft-photos.ts';
import { blankDraft, changeDraft, differencesFrom, draftOfPost, hasSameContent } from './composer/draft.ts';
import type { Draft, DraftChange } from './composer/draft.ts';

const file = new Blob(['x']);
const uploaded: PhotoWork = { status: 'uploaded', path: 'u/1.webp', since: 0 };

function draftOf(...works: PhotoWork[]): Draft {
  return { ...blankDraft(), photos: works.map((work, index) => ({ id: String(index), file, work })) };
}
const after = (draft: Draft, ...changes: DraftChange[]) => changes.reduce<Draft | null>(changeDraft, draft);
const order = (draft: Draft | null) => draft?.photos.map(({ id }) => id).join('');
const works = (draft: Draft | null) => draft?.photos.map(({ work }) => work.status);

const post = {
  id: 'p',
  food_name: 'Gulai',
  price: '5',
  description: '',
  images: ['u/1.webp', 'u/2.webp'],
  is_open: true,
  is_admin_post: false,
  link_url: null,
  version: 1,
};

describe('a draft', () => {
  test('has the same id after every change except renewId (D59)', () => {
    const draft = blankDraft();
    const changed = after(
      draft,
      { type: 'setTexts', texts: { ...draft.texts, food_name: 'Gulai' } },
      { type: 'addPhotos', photos: [{ id: 'a', file }] },
      { type: 'setWork', id: 'a', work: uploaded },
      { type: 'uploadAgain' },
    );
    expect(changed?.id).toBe(draft.id);
    expect(after(draft, { type: 'renewId' })).toEqual({ ...draft, id: expect.not.stringMatching(draft.id) });
    expect(changed?.texts.food_name).toBe('Gulai');
  });

  test('is blank without photos and with spaces only', () => {
    const draft = blankDraft();
    expect(hasSameContent(draft, blankDraft())).toBe(true);
    expect(hasSameContent({ ...draft, texts: { ...draft.texts, price: ' ' } }, blankDraft())).toBe(true);
    expect(hasSameContent({ ...draft, texts: { ...draft.texts, price: '5' } }, blankDraft())).toBe(false);
    expect(hasSameContent(draftOf(uploaded), blankDraft())).toBe(false);
  });

  test('differs from what another phone has stored in texts, availability and photos, also of the same number (D70)', () => {
    const draft = draftOfPost(post);
    expect(differencesFrom(draft, { ...post, version: 2 })).toEqual([]);
    const changed = after(draft, { type: 'setOpen', isOpen: false });
    expect(hasSameContent(changed ?? draft, draft)).toBe(false);
    expect(differencesFrom(changed ?? draft, { ...post, price: '6', images: ['u/2.webp', 'u/1.webp'] })).toEqual([
      { label: 'Harga', mine: 'Rp 5', theirs: 'Rp 6' },
      { label: 'Ketersediaan', mine: 'Habis', theirs: 'Tersedia' },
      { label: 'Foto', mine: '2 foto', theirs: '2 foto, berbeda' },
    ]);
    // What the form has not changed is theirs.
    expect(differencesFrom(draft, { ...post, is_open: false, images: [] })).toEqual([
      { label: 'Foto', mine: '2 foto', theirs: '0 foto' },
    ]);
  });

  test('of a change keeps over another phone’s version what is still there', () => {
    const draft = draftOfPost(post);
    expect(draft).toMatchObject({ id: 'p', seen: 1, texts: { food_name: 'Gulai', price: '5', link_url: '' } });
    expect(hasSameContent(draft, draftOfPost(post))).toBe(true);
    expect(hasSameContent(after(draft, { type: 'movePhoto', id: 'u/2.webp', to: 0 }) ?? draft, draft)).toBe(false);
    const kept = after(draft, { type: 'keepOver', post: { ...post, images: ['u/2.webp'], price: '6', version: 2 } });
    expect(kept).toMatchObject({ seen: 2, texts: { price: '5' }, photos: [{ work: { path: 'u/2.webp' } }] });
    expect(kept?.photos).toHaveLength(1);
  });

  test('cannot be changed before it is opened', () => {
    expect(changeDraft(null, { type: 'setTexts', texts: blankDraft().texts })).toBeNull();
  });
});

describe('its photos', () => {
  test('are at most five, the first ones chosen', () => {
    const photos = ['a', 'b', 'c'].map((id) => ({ id, file }));
    expect(order(after(draftOf(uploaded, uploaded, uploaded), { type: 'addPhotos', photos }))).toBe('012ab');
  });

  test.each([
    ['0', 2, '120'],
    ['2', 0, '201'],
    ['1', 1, '012'],
    ['missing', 0, '012'],
  ])('moving %s to %i makes %s', (id, to, result) => {
    expect(order(after(draftOf(uploaded, uploaded, uploaded), { type: 'movePhoto', id, to }))).toBe(result);
  });

  test('ignore the state of an upload after they were removed', () => {
    const draft = after(
      draftOf(uploaded, uploaded),
      { type: 'removePhoto', id: '0' },
      { type: 'setWork', id: '0', work: uploaded },
    );
    expect(order(draft)).toBe('1');
  });

  test('wait for their upload once prepared, with the smaller file', () => {
    const small = new Blob(['s']);
    const draft = after(draftOf({ status: 'preparing' }), { type: 'setFile', id: '0', file: small });
    expect(draft?.photos).toEqual([{ id: '0', file: small, work: { status: 'waiting' } }]);
  });

  test('are uploaded again on retryOffline only if they failed without network', () => {
    const draft = draftOf(
      { status: 'failed', reason: 'Tidak dapat terhubung', retry: 'online' },
      { status: 'failed', reason: 'Bukan foto', retry: 'never' },
      { status: 'stopped' },
      uploaded,
    );
    expect(works(after(draft, { type: 'retryOffline' }))).toEqual(['waiting', 'failed', 'stopped', 'uploaded']);
  });

  test('are uploaded again on uploadAgain if they were uploaded', () => {
    expect(works(after(draftOf(uploaded, { status: 'stopped' }), { type: 'uploadAgain' }))).toEqual([
      'waiting',
      'stopped',
    ]);
  });
});
