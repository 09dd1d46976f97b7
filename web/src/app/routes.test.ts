import { firstPaint } from '@lapau/contract/boot';
import type { BootData } from '@lapau/contract/boot';
import { expect, test, vi } from 'vitest';
import { routes } from './routes.ts';

vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));

test('what shows before the app has loaded has the bars of the layout that the route table names', () => {
  const signedIn = { get_session: {} } as BootData;
  // The server knows no paths: one without a route shows bars for the moment.
  const known = Object.entries(routes).filter(([path]) => path !== '*');
  const shown = known.map(([path]) => [path, firstPaint(signedIn, path) === 'mark' ? 'other' : 'member']);
  expect(shown).toEqual(known.map(([path, { layout }]) => [path, layout === 'member' ? 'member' : 'other']));
});
