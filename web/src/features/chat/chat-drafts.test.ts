import { beforeEach, expect, test, vi } from 'vitest';
import { askAbout, draftOf, emptyDraft } from './composer/chat-drafts.ts';
import type { ChatDraft } from './composer/chat-drafts.ts';

/** The drafts on the device, by key. */
const device = vi.hoisted(() => new Map<string, object>());
vi.mock('../../lib/drafts/draft-store.ts', () => ({
  readDraft: async (key: string) => device.get(key),
  writeDraft: (key: string, draft: object) => device.set(key, draft),
  deleteDraft: (key: string) => device.delete(key),
  onDraftsDeleted: () => undefined,
}));

beforeEach(() => device.clear());

let chats = 0;
/** Begins to read a draft that another page has left on the device. */
function openChat(stored: Partial<ChatDraft> = {}) {
  chats += 1;
  const key = `siti chat ${chats}`;
  if (Object.keys(stored).length > 0) device.set(key, { version: 2, ...emptyDraft, ...stored });
  return { draft: draftOf('siti', String(chats)), stored: () => device.get(key) };
}

test('a dish that is asked about is stored before anything is typed, until it is taken off or sent', async () => {
  const { draft, stored } = openChat();
  draft.changeOnceRead(askAbout('randang'));
  await expect.poll(stored).toMatchObject({ text: '', postId: 'randang' });
  draft.change(() => ({ postId: null }));
  await expect.poll(stored).toBeUndefined();

  draft.change(askAbout('randang'));
  draft.change(() => ({ text: 'Masih ada?' }));
  await expect.poll(stored).toMatchObject({ text: 'Masih ada?', postId: 'randang' });
  draft.show(emptyDraft);
  draft.store();
  await expect.poll(stored).toBeUndefined();
});

test('a stored text keeps its dish when the chat is opened from a person alone, before it has been read too', async () => {
  const unread = openChat({ text: 'Masih ada?', postId: 'randang' });
  unread.draft.changeOnceRead(askAbout(null));
  await expect.poll(() => unread.draft.get()).toMatchObject({ text: 'Masih ada?', postId: 'randang' });
  await expect.poll(() => unread.stored()).toMatchObject({ text: 'Masih ada?', postId: 'randang' });

  const other = openChat({ text: 'Masih ada?', postId: 'randang' });
  other.draft.changeOnceRead(askAbout('lontong'));
  await expect.poll(() => other.draft.get()).toMatchObject({ text: 'Masih ada?', postId: 'lontong' });
});

test('a dish without a text is forgotten when the chat is opened from a person alone', async () => {
  const { draft, stored } = openChat({ postId: 'randang' });
  draft.changeOnceRead(askAbout(null));
  await expect.poll(stored).toBeUndefined();
  expect(draft.get().postId).toBeNull();
});

test('what is typed before the stored draft is read follows it, and keeps its dish', async () => {
  const { draft } = openChat({ text: 'Masih ada?', postId: 'randang' });
  draft.change(() => ({ text: 'Dua ya.' }));
  await expect.poll(() => draft.get()).toEqual({ text: 'Masih ada?\nDua ya.', postId: 'randang' });
});
