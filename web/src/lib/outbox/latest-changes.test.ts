import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { createLatestChanges } from './latest-changes.ts';
import { outbox } from './page-outbox.ts';

// Nothing is sent: the code that sends does not come.
vi.mock('./page-outbox.ts', async () => {
  const { createOutbox } = await import('./outbox.ts');
  return { outbox: createOutbox(() => new Promise(() => {})) };
});

type Save = { id: string; on: boolean; alert?: boolean };

const saves = createLatestChanges<Save, null>({
  name: 'save',
  send: () => Promise.resolve(null),
  applyAnswer: () => {},
  setsMore: ({ alert }) => alert !== undefined,
  meta: { failed: null },
});

/** What waits after these changes of one thing. */
function after(...changes: Omit<Save, 'id'>[]): Save | undefined {
  for (const change of changes) saves.submit({ id: 'dish', ...change });
  return saves.pending().get('dish');
}

beforeEach(() => {
  outbox.close();
  outbox.open('buyer', new QueryClient());
});

test('a state that is taken back is nothing, however often', () => {
  expect(after({ on: true }, { on: false })).toBeUndefined();
  expect(after({ on: true }, { on: false }, { on: true })).toMatchObject({ on: true });
});

test('what is saved, removed and saved again after a wish for an alert is saved', () => {
  expect(after({ on: true }, { on: true, alert: true }, { on: false })).toMatchObject({ on: false });
  expect(after({ on: true })).toMatchObject({ on: true });
});
