import { expect, test } from 'vitest';
import { screenAt } from './screens.ts';

const id = '0190aaaa-0000-7000-8000-0000deadbeef';

test('the device opens screens, and leaves a link that was changed on its way to the server, which knows what it meant', () => {
  for (const path of [
    '/',
    '/login',
    '/PRIVASI',
    `/post/${id}`,
    `/post/${id}/`,
    '/warungs/tidak-ada',
    `/chat/new/${id}`,
  ])
    expect(screenAt(path), path).not.toBe('*');
  for (const path of [
    `/post/${id}.`,
    `/post/${id})`,
    `/post/${id}_`,
    `/post/${id}dan`,
    `/chat/${id}.`,
    `/admin/warungs/${id}_/menu`,
    '/privasi.',
    `/warungs/${id}%20`,
    '/login%23reset=abc',
    '//login',
    '/w/deadbeef',
  ])
    expect(screenAt(path), path).toBe('*');
});
