import { expect, test, vi } from 'vitest';
import { outbox } from '../lib/outbox/page-outbox.ts';

test('every kind of change that a feature declares is registered by outbox-kinds.ts', async () => {
  vi.stubGlobal('window', new EventTarget());
  const register = vi.spyOn(outbox, 'register');
  const names = () => register.mock.calls.map(([{ name }]) => name).toSorted();
  await import('./outbox-kinds.ts');
  const registered = names();
  await Promise.all(Object.values(import.meta.glob(['../features/**/*.ts', '!**/*.test.*'])).map((load) => load()));
  expect(names()).toEqual(registered);
  expect(registered).toContain('notifications');
});
