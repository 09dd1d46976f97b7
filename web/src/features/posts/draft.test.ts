import { myPost } from '@lapau/contract/posts';
import { describe, expect, test } from 'vitest';
import type { PhotoWork } from '../../lib/drafts/draft-photos.ts';
import { blankDraft, changeDraft, draftOfPost, hasSameContent, mergeDraft } from './composer/draft.ts';
import type { Draft, DraftChange } from './composer/draft.ts';

const file = new Blob(['x']);
const uploaded: PhotoWork = { status: 'uploaded', path: 'u/1.webp', since: 0 };

function draftOf(...works: PhotoWork[]): Draft {
  return { ...blankDraft(), photos: works.map((work, index) => ({ id: String(index), file, work })) };
}
const after = (draft: Draft, ...changes: DraftChange[]) => changes.reduce<Draft | null>(changeDraft, draft);
const order = (draft: Draft | null) => draft?.photos.map(({ id }) => id).join('');
const pathsOf = (draft: Draft) => draft.photos.map(({ work }) => 'path' in work && work.path);
const works = (draft: Draft | null) => draft?.photos.map(({ work }) => work.status);

const post = myPost.parse({
  id: '0198c0de-0000-7000-8000-000000000001',
  food_name: 'Gulai',
  price: '5',
  description: '',
  images: ['u/1.webp', 'u/2.webp'],
  is_open: true,
  is_admin_post: false,
  link_url: null,
  version: 1,
});

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

  test('knows when nothing of a post was changed', () => {
    const draft = draftOfPost(post);
    expect(draft).toMatchObject({ id: post.id, seen: post, texts: { food_name: 'Gulai', price: '5', link_url: '' } });
    expect(hasSameContent(draft, draftOfPost(post))).toBe(true);
    expect(hasSameContent(after(draft, { type: 'movePhoto', id: 'u/2.webp', to: 0 }) ?? draft, draft)).toBe(false);
    expect(hasSameContent(after(draft, { type: 'setOpen', isOpen: false }) ?? draft, draft)).toBe(false);
  });

  test('cannot be changed before it is opened', () => {
    expect(changeDraft(null, { type: 'setTexts', texts: blankDraft().texts })).toBeNull();
  });
});

describe('a change of a post that another phone has changed meanwhile (D70)', () => {
  const started = draftOfPost(post);
  const typed = (texts: Partial<Draft['texts']>): Draft => ({ ...started, texts: { ...started.texts, ...texts } });
  const stored = (change: Partial<typeof post>) => ({ ...post, version: 2, ...change });

  test('keeps what was typed here, and takes what was changed there', () => {
    const { differences, mine, theirs } = mergeDraft(
      typed({ food_name: 'Gulai Paku' }),
      stored({ price: '6', images: ['u/2.webp'] }),
    );
    expect(differences).toEqual([]);
    expect(mine).toEqual(theirs);
    expect(mine).toMatchObject({ seen: { version: 2 }, texts: { food_name: 'Gulai Paku', price: '6' } });
    expect(pathsOf(mine)).toEqual(['u/2.webp']);
  });

  test('is asked about in what both have changed, and nothing else', () => {
    const here = typed({ price: '7', description: 'Padeh' });
    const { differences, mine, theirs } = mergeDraft(here, stored({ price: '6', food_name: 'Asam Padeh' }));
    expect(differences).toEqual([{ label: 'Harga', mine: 'Rp 7', theirs: 'Rp 6' }]);
    expect(mine.texts).toMatchObject({ food_name: 'Asam Padeh', price: '7', description: 'Padeh' });
    expect(theirs.texts).toMatchObject({ food_name: 'Asam Padeh', price: '6', description: 'Padeh' });
  });

  test('is not asked about what both have changed to the same, nor about availability', () => {
    const here: Draft = { ...typed({ price: ' 6000 ' }), isOpen: false };
    const { differences, mine } = mergeDraft(here, stored({ price: '6.000', is_open: false }));
    expect(differences).toEqual([]);
    expect(mine.isOpen).toBe(false);
  });

  test('shows both versions of the photos; those that were deleted there are gone', () => {
    const added = { id: 'a', file, work: { status: 'uploaded', path: 'u/3.webp', since: 0 } as const };
    const here = { ...started, photos: [...started.photos, added] };
    const { differences, mine, theirs } = mergeDraft(here, stored({ images: ['u/4.webp', 'u/2.webp'] }));
    expect(differences).toEqual([
      {
        label: 'Foto',
        mine: ['/storage/posts/u/2.webp', '/storage/posts/u/3.webp'],
        theirs: ['/storage/posts/u/4.webp', '/storage/posts/u/2.webp'],
      },
    ]);
    expect(pathsOf(mine)).toEqual(['u/2.webp', 'u/3.webp']);
    expect(pathsOf(theirs)).toEqual(['u/4.webp', 'u/2.webp']);
  });

  test('is asked about in all that differs when it does not know how it began', () => {
    const { differences } = mergeDraft({ ...typed({ food_name: 'Paku' }), seen: undefined }, stored({ price: '6' }));
    expect(differences.map(({ label }) => label)).toEqual(['Nama', 'Harga']);
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
