import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { toast } from '../screen/toast.ts';
import { endSession, leaveSession, sessionQuery } from './session-query.ts';

vi.mock('../screen/toast.ts', { spy: true });
vi.mock('./kept-app.ts', () => ({ forgetAccount: () => Promise.resolve() }));
vi.mock('../outbox/page-outbox.ts', () => ({ outbox: { forgetOthers: () => Promise.resolve() } }));
vi.mock('../drafts/draft-store.ts', () => ({ keepDraftsOf: () => {} }));

test('what tells of an end that is known already takes no toast back', () => {
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { session: { user: { id: 'uni' } } } as never);
  endSession(client);
  expect(toast.clear).toHaveBeenCalledOnce();
  endSession(client);
  leaveSession(client);
  expect(toast.clear).toHaveBeenCalledOnce();
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual({ session: null, ending: 'left' });
});
