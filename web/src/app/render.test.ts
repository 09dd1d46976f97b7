import type { BootData } from '@lapau/contract/boot';
import { expect, test } from 'vitest';
import { loadScreens, renderScreen } from './render.tsx';

await loadScreens();
const stranger = { get_app_settings: [], get_session: null };
const render = (path: string) => renderScreen(stranger, { url: `http://lapau.test${path}`, time: Date.now() });

test('rendering leaves nothing open: no timer, no channel between tabs', () => {
  render('/login');
  const before = process.getActiveResourcesInfo().toSorted();
  for (let round = 0; round < 100; round += 1) render(`/login?next=%2Fpost%2F${round}`);
  expect(process.getActiveResourcesInfo().toSorted()).toEqual(before);
});

test.each([
  ['/login', '/login'],
  ['/post/00000000-0000-4000-8000-000000000000', '/login?next=%2Fpost%2F00000000-0000-4000-8000-000000000000'],
  ['/saved?a=b', '/login?next=%2Fsaved%3Fa%3Db'],
])('a stranger’s %s shows %s', (path, address) => {
  expect(render(path)).toMatchObject({ address, html: expect.stringContaining('Kata sandi') });
});

test.each(['/login?mode=daftar', '/login?mode=lupa', '/login?mode=kode', '/privasi', '/admin', '/tidak-ada'])(
  '%s begins with the shell',
  (path) => expect(render(path)).toBeUndefined(),
);

const member = { get_app_settings: [], get_session: { profile: { role: 'pembeli' } } } as unknown as BootData;

test('a member at /login begins with the shell', () => {
  expect(renderScreen(member, { url: 'http://lapau.test/login', time: 0 })).toBeUndefined();
});

test('a page that does not say who asks begins with the shell', () => {
  expect(renderScreen({}, { url: 'http://lapau.test/login', time: 0 })).toBeUndefined();
});

test('only a form that the server takes can be sent before the code is there', () => {
  const forms = [...(render('/login')?.html.matchAll(/<form[^>]*>/g) ?? [])].map(([tag]) => tag);
  expect(forms).toHaveLength(1);
  expect(forms[0]).toMatch(/ method="post"/);
  expect(forms[0]).toMatch(/ action="\/login"/);
});
