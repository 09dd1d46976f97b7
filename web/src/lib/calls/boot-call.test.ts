import { onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBootCall } from './boot-call.ts';
import { noteLeftSession } from './left-session.ts';

test.each([500, 503, 429])(
  'the boot data is read as nobody’s where the server answers a sign-out with %i, which is no lack of a network',
  async (status) => {
    noteLeftSession('left', 'uni');
    vi.stubGlobal('location', { pathname: '/', search: '' });
    const request = vi.fn<typeof fetch>(async (path) =>
      path === '/auth/sign-out' ? new Response('{}', { status }) : new Response('{"get_session":null}'),
    );
    vi.stubGlobal('fetch', request);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await startBootCall()('get_session', {})).toEqual({ answer: null });
    expect(request).toHaveBeenLastCalledWith('/boot.json?path=%2F', expect.objectContaining({ credentials: 'omit' }));
    expect(onlineManager.isOnline()).toBe(true);
  },
);

test.each([
  ['/foods', { include_admin_posts: false, only_open: true }, true],
  ['/foods', {}, false],
  ['/', {}, true],
  ['/', { include_admin_posts: false, only_open: true }, false],
  ['/', { nagari_filter: 'Koto' }, false],
] as const)(
  'the boot data of %s answers get_feed with %j: %s, wherever the page has gone since',
  async (pathname, input, isAnswered) => {
    vi.stubGlobal('location', { pathname, search: '' });
    vi.stubGlobal('fetch', async () => new Response('{"get_feed":[]}'));
    onTestFinished(() => void vi.unstubAllGlobals());
    const take = startBootCall();
    vi.stubGlobal('location', { pathname: pathname === '/' ? '/foods' : '/', search: '' });
    expect(await take('get_feed', { search_term: '', nagari_filter: '', ...input })).toEqual(
      isAnswered ? { answer: [] } : undefined,
    );
  },
);
