import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import type { MutationMeta, QueryMeta } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, Cancelled, errorOfResponse, networkError } from '../calls/api-error.ts';
import { markShownInForm } from '../calls/form-errors.ts';
import { toast } from '../screen/toast.ts';
import { createQueryClient, retryDelay, retryTransient } from './query.ts';

vi.mock('../screen/toast.ts', () => ({
  sessionOver: 'session-over',
  toast: { error: vi.fn<(text: string, options?: object) => void>(), clearError: vi.fn<(id: string) => void>() },
}));
const recheckSession = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

const failure = (code: ApiError['code'], status: number) => new ApiError(code, status, `Alasan ${code}.`);
const broken = () => errorOfResponse(500, { code: 'server_error', message: 'Server rusak.' });

/** Reads once and waits until it has failed for good. @returns how often it was tried */
async function read(reason: Error, meta?: QueryMeta) {
  const client = createQueryClient(recheckSession);
  const queryFn = vi.fn<() => Promise<unknown>>().mockRejectedValue(reason);
  // A read without an observer is not retried by default.
  const options = { queryKey: ['feed'], queryFn, retry: retryTransient, meta };
  const reading = Promise.allSettled([client.query(options)]);
  await vi.runAllTimersAsync();
  await reading;
  return queryFn.mock.calls.length;
}

async function write(reason: Error, meta?: MutationMeta) {
  const client = createQueryClient(recheckSession);
  const mutationFn = vi.fn<() => Promise<unknown>>().mockRejectedValue(reason);
  await Promise.allSettled([client.getMutationCache().build(client, { mutationFn, meta }).execute(undefined)]);
  return mutationFn.mock.calls.length;
}

describe('retries (D44)', () => {
  test.each([
    ['network', 0, 4],
    ['rate_limited', 429, 4],
    ['server_error', 500, 4],
    ['not_ready', 503, 4],
    ['too_many_conversations', 429, 1],
    ['invalid_input', 422, 1],
    ['forbidden', 403, 1],
    ['unauthenticated', 401, 1],
    ['post_not_found', 404, 1],
  ] as const)('a read that fails with %s (%i) is tried %i times', async (code, status, tries) => {
    expect(await read(failure(code, status))).toBe(tries);
  });

  test('a bug of this program is not retried', async () => {
    expect(await read(new TypeError('x is undefined'))).toBe(1);
  });

  test('a write is not retried', async () => {
    expect(await write(networkError())).toBe(1);
  });

  test('the delays grow from 1 s to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('cached data is fresh for five minutes, and is dropped five minutes after its last use', () => {
    const { queries } = createQueryClient(recheckSession).getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 300_000, retry: retryTransient, retryDelay });
  });
});

describe('the toast of a failure', () => {
  test('is left out where an error view or the end of the list shows it (D58)', async () => {
    await read(broken(), { failed: 'Gagal memuat feed.' });
    const client = createQueryClient(recheckSession);
    const nextPage = new InfiniteQueryObserver(client, {
      queryKey: ['feed'],
      queryFn: ({ pageParam }) => (pageParam === 1 ? ['a post'] : Promise.reject(broken())),
      initialPageParam: 1,
      getNextPageParam: () => 2,
      initialData: { pages: [['a post']], pageParams: [1] },
      meta: { failed: 'Gagal memuat feed.' },
    }).fetchNextPage();
    await vi.runAllTimersAsync();
    expect((await nextPage).isFetchNextPageError).toBe(true);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('tells that what is on the screen could not be refreshed', async () => {
    const client = createQueryClient(recheckSession);
    client.setQueryData(['feed'], ['a post']);
    const refreshing = new QueryObserver(client, {
      queryKey: ['feed'],
      queryFn: () => Promise.reject(failure('malformed_request', 400)),
      meta: { failed: 'Gagal memuat feed.' },
    }).refetch();
    await vi.runAllTimersAsync();
    await refreshing;
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Gagal memuat feed.', expect.anything());
  });

  test('is left out where a form shows the reason under its field (D58)', async () => {
    const refused = failure('invalid_credentials', 401);
    markShownInForm(refused);
    await write(refused);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('is left out for what the page itself has cancelled, and not for what a browser calls aborted', async () => {
    await write(new Cancelled(), { failed: 'Gagal.' });
    expect(toast.error).not.toHaveBeenCalled();
    await write(new DOMException('Registration failed - push service error', 'AbortError'), { failed: 'Gagal.' });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Gagal.', expect.anything());
  });

  test('goes once the same has succeeded', async () => {
    const client = createQueryClient(recheckSession);
    await client
      .getMutationCache()
      .build(client, { mutationFn: async () => 1, meta: { failed: 'Gagal.' } })
      .execute(undefined);
    expect(toast.clearError).toHaveBeenCalledExactlyOnceWith('Gagal.');
  });

  test('shows the text of data that the screen does without, with the reason under it', async () => {
    await read(broken(), { failed: 'Gagal memuat data banner.', isOptional: true });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Gagal memuat data banner.', {
      id: 'Gagal memuat data banner.',
      description: 'Server rusak.',
    });
  });

  test('shows the code of what is the server’s fault after the reason, and of nothing else', async () => {
    const body = { code: 'server_error', message: 'Server rusak.', reference: '7F3K' };
    await write(errorOfResponse(500, body), { failed: 'Gagal memperbarui profil.' });
    expect(toast.error).toHaveBeenLastCalledWith('Gagal memperbarui profil.', {
      id: 'Gagal memperbarui profil.',
      description: 'Server rusak. Kode: 7F3K',
    });
    await write(errorOfResponse(500, body));
    expect(toast.error).toHaveBeenLastCalledWith('Server rusak.', { id: 'Server rusak.', description: 'Kode: 7F3K' });
    await write(networkError());
    expect(toast.error).toHaveBeenLastCalledWith(networkError().message, {
      id: networkError().message,
      description: undefined,
    });
  });

  test('{detail} is replaced by the reason', async () => {
    await write(broken(), { failed: 'Gagal menghapus postingan: {detail}' });
    const text = 'Gagal menghapus postingan: Server rusak.';
    const id = 'Gagal menghapus postingan: {detail}';
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(text, { id, description: undefined });
  });

  test('some error codes have texts of their own, unauthenticated too', async () => {
    const meta: MutationMeta = {
      failed: 'Gagal menyukai postingan. Coba lagi.',
      failedBy: { image_delete_failed: 'Gambar: {detail}', unauthenticated: 'Anda harus login.' },
    };
    const texts = { image_delete_failed: 'Gambar: Alasan image_delete_failed.', unauthenticated: 'Anda harus login.' };
    for (const [code, text] of Object.entries(texts)) {
      await write(failure(code as keyof typeof texts, 500), meta);
      expect(toast.error).toHaveBeenLastCalledWith(text, expect.anything());
    }
    expect(toast.error).toHaveBeenLastCalledWith(expect.anything(), { id: 'session-over', outlivesScreen: true });
    expect(recheckSession).toHaveBeenCalledOnce();
  });

  test('a null text shows no toast', async () => {
    await read(failure('post_not_found', 404), { failed: null });
    expect(toast.error).not.toHaveBeenCalled();
  });

  test("without a text the server's message is shown", async () => {
    await write(failure('invalid_credentials', 401));
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Alasan invalid_credentials.', expect.anything());
  });

  test('a bug of this program is shown without its English message', async () => {
    await write(new TypeError('x is undefined'), { failed: 'Gagal menyimpan.' });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Gagal menyimpan.', {
      id: 'Gagal menyimpan.',
      description: 'Terjadi kesalahan.',
    });
  });

  test('a refetch without network shows no toast and leaves the data (D45)', async () => {
    const client = createQueryClient(recheckSession);
    client.setQueryData(['feed'], ['a post']);
    const observer = new QueryObserver(client, {
      queryKey: ['feed'],
      queryFn: () => Promise.reject(networkError()),
      meta: { failed: 'Gagal memuat feed.' },
    });
    const refreshing = observer.refetch();
    await vi.runAllTimersAsync();
    expect((await refreshing).data).toEqual(['a post']);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('an ended session is rechecked and shows no toast', async () => {
    await read(failure('unauthenticated', 401), { failed: 'Gagal memuat feed.' });
    expect(recheckSession).toHaveBeenCalledOnce();
    expect(toast.error).not.toHaveBeenCalled();
  });

  test.each(['account_suspended', 'warung_suspended'] as const)(
    '%s rechecks the session and shows no toast: the login page says why (D7, D58)',
    async (code) => {
      await write(failure(code, 403), { failed: 'Gagal menambahkan postingan.' });
      expect(recheckSession).toHaveBeenCalledOnce();
      expect(toast.error).not.toHaveBeenCalled();
    },
  );
});
