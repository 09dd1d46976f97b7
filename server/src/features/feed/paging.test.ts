import type { CallInput, CallOutput } from '@lapau/contract/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const reader = await buildMember(server);
const seller = await buildSeller(server);
const images: string[] = [];

type Page = CallOutput<'get_feed'>;

/** Walks all pages of a feed; `between` runs after each page. */
async function walk(filter: CallInput<'get_feed'>, between = async (_page: Page) => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let before: CallInput<'get_feed'>['before']; ;) {
    const page = await server.call('get_feed', { ...filter, before }, reader);
    seen.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last || page.length < (filter.limit ?? 20)) return seen;
    before = { created_at: last.createdAt, id: last.id };
    await between(page);
  }
}

test('every post comes once, newest first with the id as tie-break, whatever the page size (D14)', async () => {
  // Many posts have the same millisecond, as an import or two phones at once would leave them.
  const minutes = [3, 3, 3, 3, 1, 2, 2, 3, 1, 5, 5, 5, 4, 3, 3, 2, 1, 1, 1, 4, 5, 2, 3];
  const posts = [];
  for (const minute of minutes) {
    posts.push(await buildPost(server, { user_id: seller.id, images, created_at: `2026-03-01T10:0${minute}:00.123Z` }));
  }
  const expected = posts
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  for (const limit of [1, 2, 5, 7, 23, 50]) expect(await walk({ limit }), `${limit} a page`).toEqual(expected);
});

test('a reader who walks while posts are made and deleted gets every other post exactly once', async () => {
  const before = await walk({ limit: 50 });
  let count = 0;
  const seen = await walk({ limit: 3 }, async () => {
    count += 1;
    await buildPost(server, { user_id: seller.id, images, food_name: `New ${count}` });
    const gone = await buildPost(server, { user_id: seller.id, images, created_at: '2026-03-01T10:02:30Z' });
    await server.call('delete_post', { post_id: gone.id }, seller);
  });
  expect(count).toBeGreaterThan(5);
  expect(seen).toEqual(before);
});

test('filters page the same way, each by its own index', async () => {
  const elsewhere = await buildSeller(server, { profile: { nagari: 'Galugua' } });
  for (let minute = 0; minute < 9; minute += 1) {
    const created_at = `2026-03-02T10:0${minute}:00Z`;
    await buildPost(server, {
      user_id: elsewhere.id,
      images,
      created_at,
      is_open: minute % 2 === 0,
      food_name: 'Soto Padang',
    });
  }
  const filters: CallInput<'get_feed'>[] = [
    { nagari_filter: 'Galugua' },
    { search_term: 'soto' },
    { nagari_filter: 'Galugua', search_term: 'soto', include_admin_posts: false },
    { nagari_filter: 'Galugua', only_open: true },
  ];
  for (const filter of filters) {
    const whole = await walk({ ...filter, limit: 50 });
    expect(whole).toHaveLength(filter.only_open ? 5 : 9);
    expect(await walk({ ...filter, limit: 2 })).toEqual(whole);
  }
});

test('any cursor is answered or refused, never an error of the server', async () => {
  const cursor = fc.record({
    created_at: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom(
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00+14:00',
        '9999-12-31T23:59:59-23:59',
        '2026-01-01T00:00:00+23:59',
        '2026-02-30T00:00:00Z',
        '2026-01-01T00:00:00.123456789Z',
        'infinity',
        'now',
      ),
    ),
    id: fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
      fc.string(),
    ),
  });
  await fc.assert(
    fc.asyncProperty(cursor, async (before) => {
      const { status } = await server.rawCall('get_feed', { before }, reader);
      expect([200, 422]).toContain(status);
    }),
    { numRuns: 150 },
  );
});
