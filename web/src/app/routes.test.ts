import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstPaint, screenChunk } from '@lapau/contract/boot';
import type { BootData } from '@lapau/contract/boot';
import { expect, test, vi } from 'vitest';
import { areaOf } from './chunks.ts';
import { routes } from './routes.ts';

vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));

test('what shows before the app has loaded has the bars of the layout that the route table names', () => {
  const signedIn = { get_session: {} } as BootData;
  // The server knows no paths: one without a route shows bars for the moment.
  const known = Object.entries(routes).filter(([path]) => path !== '*');
  const shown = known.map(([path]) => [path, firstPaint(signedIn, path) === 'mark' ? 'other' : 'member']);
  expect(shown).toEqual(known.map(([path, { layout }]) => [path, layout === 'member' ? 'member' : 'other']));
});

test('the chunk that a page names for a path has the screen that the route table shows there', () => {
  const table = readFileSync(path.join(import.meta.dirname, 'routes.ts'), 'utf8');
  const screens = [...table.matchAll(/'(\/[^']*)': \{(?:(?!\n {2}\}).)*?import\('\.\.\/(features\/[^']+)'\)/gs)];
  expect(screens.length).toBeGreaterThan(25);
  const signedIn = { get_session: {} } as BootData;
  const chunks = screens.map(([, route = '']) => [route, route === '/login' ? 'login' : screenChunk(signedIn, route)]);
  expect(chunks).toEqual(screens.map(([, route = '', file = '']) => [route, areaOf(file)]));
  expect(screenChunk({ get_session: null }, '/post/1')).toBe('login');
});
