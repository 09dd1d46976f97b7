import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Cancelled } from './api-error.ts';
import { api, post, speakAs } from './api.ts';
import { isSessionLeft, noteLeftSession } from './left-session.ts';

const answer = (status: number, body: string) => vi.fn<typeof fetch>(async () => new Response(body, { status }));

afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  test('that gets no answer within 20 seconds counts as one without a network, and one that is cancelled as cancelled', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('It was aborted.', 'AbortError')));
        }),
    );
    await Promise.all([
      expect(api.get_session({})).rejects.toMatchObject({ code: 'network' }),
      vi.advanceTimersByTimeAsync(20_000),
    ]);
    const leaving = new AbortController();
    const cancelled = api.get_session({}, { signal: leaving.signal });
    leaving.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'Cancelled' });
    vi.useRealTimers();
  });

  test('posts its input as JSON to its own path and returns the answer', async () => {
    const request = answer(200, '[{"nagari":"Sialang","count":3,"open_count":2}]');
    vi.stubGlobal('fetch', request);
    expect(await api.get_unique_nagari_options({})).toEqual([{ nagari: 'Sialang', count: 3, open_count: 2 }]);
    expect(request).toHaveBeenCalledExactlyOnceWith(
      '/rpc/get_unique_nagari_options',
      expect.objectContaining({ method: 'POST', body: '{}', credentials: 'same-origin' }),
    );
  });

  test('says whose change it sends, where that is asked for', async () => {
    const request = answer(200, '{"is_liked":true,"likes":1}');
    vi.stubGlobal('fetch', request);
    await api.toggle_like({ post_id_to_toggle: 'id' }, { account: 'uni' });
    const headers = { 'content-type': 'application/json', 'lapau-account': 'uni' };
    expect(request).toHaveBeenCalledExactlyOnceWith('/rpc/toggle_like', expect.objectContaining({ headers }));
  });

  test('says whose page it is with every call, but for a change that says so itself', async () => {
    const request = answer(200, '{"is_liked":true,"likes":1}');
    vi.stubGlobal('fetch', request);
    speakAs(() => 'uni');
    onTestFinished(() => speakAs(() => undefined));
    await api.get_notifications({});
    await api.toggle_like({ post_id_to_toggle: 'id' }, { account: 'etek' });
    const accounts = request.mock.calls.map(([, init]) => new Headers(init?.headers).get('lapau-account'));
    expect(accounts).toEqual(['uni', 'etek']);
  });

  test('is made only after the session has ended that was left on the device, whose end names it (D83)', async () => {
    noteLeftSession('left', 'uni');
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch')));
    await expect(api.get_session({})).rejects.toMatchObject({ code: 'network' });
    const request = answer(200, '{}');
    request.mockImplementation(async () => new Response('{}'));
    vi.stubGlobal('fetch', request);
    await Promise.all([api.get_session({}), api.get_session({})]);
    expect(request.mock.calls.map(([path]) => path)).toEqual([
      '/auth/sign-out',
      '/rpc/get_session',
      '/rpc/get_session',
    ]);
    expect(request.mock.calls[0]?.[1]?.headers).toMatchObject({
      'lapau-session': 'left',
      'lapau-account': 'uni',
    });
    expect(isSessionLeft()).toBe(false);
  });

  test('reads as nobody where the server refuses to end that session, and then nobody signs in', async () => {
    noteLeftSession('left', 'uni');
    onTestFinished(async () => {
      vi.stubGlobal('fetch', answer(200, '{}'));
      await post('/auth/sign-in/email', {});
    });
    const request = vi.fn<typeof fetch>(async (path) =>
      path === '/auth/sign-out'
        ? new Response('{"code":"not_ready","message":"Belum siap."}', { status: 503 })
        : new Response('[]'),
    );
    vi.stubGlobal('fetch', request);
    expect(await api.get_unique_nagari_options({})).toEqual([]);
    expect(request).toHaveBeenLastCalledWith(
      '/rpc/get_unique_nagari_options',
      expect.objectContaining({ credentials: 'omit' }),
    );
    await expect(post('/auth/sign-in/email', {})).rejects.toMatchObject({ code: 'not_ready' });
    expect(request).toHaveBeenLastCalledWith('/auth/sign-out', expect.anything());
  });

  test('waits for no lock that the browser does not grant, nor for a sign-out that is never answered', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    noteLeftSession('left', 'uni');
    vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } });
    let isSilent = true;
    vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
      if (path !== '/auth/sign-out' || !isSilent) return new Response('[]');
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    await Promise.all([
      expect(api.get_unique_nagari_options({})).rejects.toMatchObject({ code: 'network' }),
      vi.advanceTimersByTimeAsync(22_000),
    ]);
    isSilent = false;
    const [found] = await Promise.all([api.get_unique_nagari_options({}), vi.advanceTimersByTimeAsync(1_000)]);
    expect(found).toEqual([]);
    expect(isSessionLeft()).toBe(false);
  });

  test('rejects with the code, message and details of the server', async () => {
    const body = { code: 'email_taken', message: 'Email sudah terdaftar.', details: { email: 'Pakai email lain.' } };
    vi.stubGlobal('fetch', answer(409, JSON.stringify(body)));
    await expect(api.get_session({})).rejects.toMatchObject({ ...body, status: 409 });
  });

  test.each([
    [{ name: 'Nama wajib diisi.', phone: 'Nomor HP wajib diisi.' }, 'Nama wajib diisi. Nomor HP wajib diisi.'],
    [undefined, 'Ada isian yang belum benar.'],
  ])('says of wrong input %j what is wrong with it', async (details, message) => {
    const body = { code: 'invalid_input', message: 'Ada isian yang belum benar.', details };
    vi.stubGlobal('fetch', answer(422, JSON.stringify(body)));
    await expect(api.get_session({})).rejects.toMatchObject({ code: 'invalid_input', message, details: details ?? {} });
  });

  test.each([
    [502, '<html>Bad Gateway</html>', 'server_error'],
    [403, '"blocked"', 'server_error'],
    [200, '[{"nagari":', 'network'],
  ])('answered %i with %j fails as %s', async (status, body, code) => {
    vi.stubGlobal('fetch', answer(status, body));
    await expect(api.get_unique_nagari_options({})).rejects.toMatchObject({ code });
  });

  test('without an answer fails as network, in Indonesian', async () => {
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch')));
    await expect(api.get_session({})).rejects.toMatchObject({
      code: 'network',
      status: 0,
      message: 'Tidak dapat terhubung ke server. Periksa sinyal Anda.',
    });
  });

  test('that is aborted counts as cancelled, not as one without a network', async () => {
    const aborter = new AbortController();
    vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
      aborter.abort(new Error('left the screen'));
      return Promise.reject(signal?.reason as Error);
    });
    await expect(api.get_session({}, { signal: aborter.signal })).rejects.toBeInstanceOf(Cancelled);
  });
});
