import type { Comment } from '@lapau/contract/comments';
import { describe, expect, test } from 'vitest';
import { asStored, threadRows } from './components/thread-rows.ts';
import type { SendingComment } from './components/thread-rows.ts';

const author = { user_id: 'yus', full_name: 'Yusnidar', avatar_url: null, is_admin: false };
const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  ...author,
  id,
  post_id: 'post',
  parent_id: null,
  content: `Komentar ${id}`,
  created_at: '2026-11-21T05:00:00.000Z',
  ...more,
});
const sending = (content: string, replyTo: Comment | null = null): SendingComment => {
  const written = { id: 'new', postId: 'post', content, replyTo };
  return { ...written, shown: asStored(written, author) };
};
const shapeOf = (thread: Comment[], onTheirWay: SendingComment[] = []) =>
  threadRows(thread, onTheirWay).map(({ comment: { id }, replies }) => [id, ...replies.map((reply) => reply.id)]);

describe('the shape of a thread', () => {
  test('replies lie under their comment, all of them oldest first', () => {
    const thread = [comment('a'), comment('b'), comment('a1', { parent_id: 'a' }), comment('b1', { parent_id: 'b' })];
    expect(shapeOf([...thread, comment('a2', { parent_id: 'a' })])).toEqual([
      ['a', 'a1', 'a2'],
      ['b', 'b1'],
    ]);
  });

  test('a reply whose comment has just gone waits for the next look', () => {
    expect(shapeOf([comment('a'), comment('x1', { parent_id: 'x' })])).toEqual([['a']]);
  });
});

describe('a comment on its way', () => {
  test('shows as the server will store it (D26)', () => {
    const top = comment('a', { full_name: 'Lapau Mak Itam' });
    const reply = comment('a1', { parent_id: 'a', full_name: 'Uni Eli' });
    const stored = (content: string, replyTo: Comment | null) =>
      asStored({ id: 'new', postId: 'post', content, replyTo }, author);
    expect(stored('Lamak bana', null)).toMatchObject({ ...author, id: 'new', parent_id: null, content: 'Lamak bana' });
    expect(stored('Masih ada?', top)).toMatchObject({ parent_id: 'a', content: 'Masih ada?' });
    expect(stored('Masih', reply)).toMatchObject({ parent_id: 'a', content: '@Uni Masih' });
    expect(stored('@Uni Masih', reply)).toMatchObject({ content: '@Uni Masih' });
  });

  test('stands last, or last of the replies', () => {
    const thread = [comment('a'), comment('a1', { parent_id: 'a' }), comment('b')];
    expect(shapeOf(thread, [sending('Baru')])).toEqual([['a', 'a1'], ['b'], ['new']]);
    expect(shapeOf(thread, [sending('Baru', thread[0])])).toEqual([['a', 'a1', 'new'], ['b']]);
  });

  test('is not there twice when it arrives before its answer, and is told from others like it by its id', () => {
    const before = [comment('a', { content: 'Mantap' })];
    const again = sending('Mantap');
    expect(shapeOf([...before, comment('b', { content: 'Mantap' })], [again])).toEqual([['a'], ['b'], ['new']]);
    expect(shapeOf([...before, comment('new', { content: 'Mantap' })], [again])).toEqual([['a'], ['new']]);
  });
});
