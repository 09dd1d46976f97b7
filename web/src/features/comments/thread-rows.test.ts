import type { Comment } from '@lapau/contract/comments';
import { describe, expect, test } from 'vitest';
import { optimisticComment, threadRows } from './components/thread-rows.ts';
import type { SendingComment } from './components/thread-rows.ts';

const author = { user_id: 'yus', full_name: 'Yusnidar', is_warung: false, avatar_url: null, is_admin: false };
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
  return { ...written, shown: optimisticComment(written, author) };
};
const shapeOf = (thread: Comment[], sendingComments: SendingComment[] = []) =>
  threadRows(thread, sendingComments).map(({ comment: { id }, replies }) => [id, ...replies.map((reply) => reply.id)]);

describe('threadRows', () => {
  test('lists replies under their comment, all oldest first', () => {
    const thread = [comment('a'), comment('b'), comment('a1', { parent_id: 'a' }), comment('b1', { parent_id: 'b' })];
    expect(shapeOf([...thread, comment('a2', { parent_id: 'a' })])).toEqual([
      ['a', 'a1', 'a2'],
      ['b', 'b1'],
    ]);
  });

  test('leaves out a reply whose comment has just been deleted', () => {
    expect(shapeOf([comment('a'), comment('x1', { parent_id: 'x' })])).toEqual([['a']]);
  });
});

describe('a comment being sent', () => {
  test('is shown as the server will store it (D26)', () => {
    const top = comment('a', { full_name: 'Lapau Mak Itam' });
    const reply = comment('a1', { parent_id: 'a', full_name: 'Uni Eli' });
    const stored = (content: string, replyTo: Comment | null) =>
      optimisticComment({ id: 'new', postId: 'post', content, replyTo }, author);
    expect(stored('Lamak bana', null)).toMatchObject({ ...author, id: 'new', parent_id: null, content: 'Lamak bana' });
    expect(stored('Masih ada?', top)).toMatchObject({ parent_id: 'a', content: 'Masih ada?' });
    expect(stored('Masih', reply)).toMatchObject({ parent_id: 'a', content: '@Uni Masih' });
    expect(stored('@Uni Masih', reply)).toMatchObject({ content: '@Uni Masih' });
  });

  test('comes last, or last of the replies', () => {
    const thread = [comment('a'), comment('a1', { parent_id: 'a' }), comment('b')];
    expect(shapeOf(thread, [sending('Baru')])).toEqual([['a', 'a1'], ['b'], ['new']]);
    expect(shapeOf(thread, [sending('Baru', thread[0])])).toEqual([['a', 'a1', 'new'], ['b']]);
  });

  test('is listed once when it is fetched before its answer, and is recognised by its id, not its text', () => {
    const before = [comment('a', { content: 'Mantap' })];
    const again = sending('Mantap');
    expect(shapeOf([...before, comment('b', { content: 'Mantap' })], [again])).toEqual([['a'], ['b'], ['new']]);
    expect(shapeOf([...before, comment('new', { content: 'Mantap' })], [again])).toEqual([['a'], ['new']]);
  });
});
