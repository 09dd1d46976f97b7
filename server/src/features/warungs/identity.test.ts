import type { FeedPost } from '@lapau/contract/posts';
import { describe, expect, test } from 'vitest';
import { buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;
const reader = await buildMember(server);

/** The name and the photo by which a place shows the seller; undefined if it does not show them. */
type Shown = [name: string | null, avatar: string | null] | undefined;

/** Builds a seller who shows in every place that shows sellers. */
async function buildSeenSeller() {
  const seller = await buildSeller(server, { profile: { full_name: 'Rosmaini' }, warung: { name: 'Dapua Etek' } });
  const post = await buildPost(server, { user_id: seller.id, food_name: `Gulai ${seller.id}` });
  const neighbour = await buildSeller(server);
  const other = await buildPost(server, { user_id: neighbour.id });
  await call('add_comment', { post_id_to_comment_on: other.id, comment_content: 'Lamak!' }, seller);
  await call('toggle_save_post', { post_id_to_toggle: post.id }, reader);
  await call('create_report', { reported_post_id: post.id, reason: 'Foto salah.' }, reader);

  const ofPost = (seen: FeedPost): Shown => [seen.warungName ?? seen.sellerFullName, seen.sellerAvatarUrl];
  const ofPosts = (posts: FeedPost[]): Shown => posts.filter(({ id }) => id === post.id).map(ofPost)[0];
  const ofStall = (stall: { name: string; avatar_url: string | null }): Shown => [stall.name, stall.avatar_url];
  /** Reads how an answer shows the seller; undefined when the thing does not exist any more. */
  const ifThere = <Answer>(answer: Promise<Answer>, shown: (answer: Answer) => Shown): Promise<Shown> =>
    answer.then(shown, () => undefined);
  const search_term = post.food_name;
  const warung_id = seller.id;

  const readOffers = async (): Promise<Record<string, Shown>> => ({
    feed: ofPosts(await call('get_feed', { search_term }, reader)),
    foods: ofPosts(await call('get_feed', { search_term, include_admin_posts: false, only_open: true }, reader)),
    post: await ifThere(call('get_post_details', { p_post_id: post.id }, reader), ofPost),
    saved: ofPosts(await call('get_saved_posts', { limit: 50 }, reader)),
    menu: await ifThere(call('get_warung_menu', { warung_id }, reader), ofPosts),
    stalls: (await call('list_warungs', { limit: 50 }, reader)).filter(({ id }) => id === warung_id).map(ofStall)[0],
    stall: await ifThere(call('get_warung', { warung_id }, reader), ofStall),
  });
  const readPerson = async (): Promise<Record<string, Shown>> => {
    const [comment] = await call('get_comments_for_post', { p_post_id: other.id }, reader);
    const [notification] = await call('get_notifications', {}, neighbour);
    const { user_metadata: own } = (await call('get_session', {}, seller))!.user;
    return {
      comments: [comment!.full_name, comment!.avatar_url],
      notifications: [notification!.sender_name, notification!.sender_avatar_url],
      session: [own.full_name, own.avatar_url],
    };
  };
  /** Reads what the page of a link tells somebody without a session, to chat apps and on /login. */
  const readPreviews = async () => {
    const html = async (path: string) => (await server.request(path)).text();
    const meta = (page: string, name: string) => page.match(`property="og:${name}" content="([^"]*)"`)?.[1];
    return {
      preview: (await call('get_link_preview', { path: `/post/${post.id}` }))?.seller,
      post: meta(await html(`/post/${post.id}`), 'description')?.split(',')[0],
      stall: meta(await html(`/warungs/${seller.id}`), 'title'),
    };
  };
  return { seller, post, readOffers, readPerson, readPreviews };
}

async function upload(owner: BuiltSeller, what: 'update_avatar' | 'update_warung_avatar'): Promise<string> {
  const path = `${owner.id}/${what === 'update_avatar' ? 'profile' : 'warung'}_avatar.webp`;
  const stored = db.selectFrom('files').where('path', '=', path).select('path');
  if (!(await stored.executeTakeFirst())) await buildFile(server, { bucket: 'avatars', path, uploaded_by: owner.id });
  return (await call(what, { path }, owner)).avatar_url;
}

async function rename(seller: BuiltSeller, name: string): Promise<void> {
  const { bio, address, phone_number, whatsapp_number, closes_nightly, version } = (await call(
    'get_my_warung',
    {},
    seller,
  ))!;
  const fields = { bio, address, phone_number, whatsapp_number, closes_nightly, version };
  await call('update_my_warung', { name, ...fields }, seller);
}

const same = (places: Record<string, unknown>, shown: unknown) =>
  Object.fromEntries(Object.keys(places).map((place) => [place, shown]));

describe('the stall’s name and photo override the person’s', () => {
  test('at once in every list and read, after a renaming and a new photo; a report keeps what was reported', async () => {
    const { seller, post, readOffers, readPerson, readPreviews } = await buildSeenSeller();
    await upload(seller, 'update_avatar');
    const before = await upload(seller, 'update_warung_avatar');
    const read = async () => ({ ...(await readOffers()), ...(await readPerson()) });
    const first = await read();
    expect(first).toEqual(same(first, ['Dapua Etek', before]));

    await rename(seller, 'Kadai Uni Eli');
    const avatar = await upload(seller, 'update_warung_avatar');
    expect(avatar).not.toBe(before);
    const seen = await read();
    expect(seen).toEqual(same(seen, ['Kadai Uni Eli', avatar]));
    const previews = await readPreviews();
    expect(previews).toEqual(same(previews, 'Kadai Uni Eli'));
    const found = await call('get_feed', { search_term: 'kadai uni eli' }, reader);
    expect(found.map(({ id }) => id)).toContain(post.id);
    const snapshot = db.selectFrom('reports').where('reported_post_id', '=', post.id).select('snapshot_owner_name');
    expect(await snapshot.executeTakeFirstOrThrow()).toEqual({ snapshot_owner_name: 'Dapua Etek' });
  });

  test('without a photo of the stall the person’s is shown, and without that none', async () => {
    const { seller, readOffers, readPerson } = await buildSeenSeller();
    const read = async () => ({ ...(await readOffers()), ...(await readPerson()) });
    const bare = await read();
    expect(bare).toEqual(same(bare, ['Dapua Etek', null]));
    const avatar = await upload(seller, 'update_avatar');
    const own = await read();
    expect(own).toEqual(same(own, ['Dapua Etek', avatar]));
    await upload(seller, 'update_warung_avatar');
    await db.updateTable('warungs').set({ avatar_url: null }).where('id', '=', seller.id).execute();
    await upload(seller, 'update_avatar');
    const removed = await readPerson();
    expect(removed).toEqual(same(removed, ['Dapua Etek', expect.stringMatching(/profile_avatar/)]));
  });

  test.each([
    [
      'loses the role',
      ({ id }: BuiltSeller) => db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', id).execute(),
    ],
    ['loses the stall', ({ id }: BuiltSeller) => db.deleteFrom('warungs').where('id', '=', id).execute()],
  ])('who %s is a person again', async (_how, lose) => {
    const { seller, readOffers, readPerson, readPreviews } = await buildSeenSeller();
    const avatar = await upload(seller, 'update_avatar');
    await upload(seller, 'update_warung_avatar');
    await lose(seller);
    const seen = await readPerson();
    expect(seen).toEqual(same(seen, ['Rosmaini', avatar]));
    const { stalls, stall, menu } = await readOffers();
    expect({ stalls, stall, menu }).toEqual({ stalls: undefined, stall: undefined, menu: undefined });
    expect((await readPreviews()).stall).toBeUndefined();
  });

  test('a renaming and a new photo are signalled to every open page that shows the seller, and to the cook’s own', async () => {
    const seller = await buildSeller(server);
    const page = await openPage(server.url, { cookie: reader.cookie });
    const own = await openPage(server.url, { cookie: seller.cookie });
    await page.join('feed', `warung:${seller.id}`);
    const changes = [() => rename(seller, 'Lapau Baru'), () => upload(seller, 'update_warung_avatar')];
    for (const change of changes) {
      await change();
      expect(await page.signals()).toEqual([
        ['feed', { type: 'feed_changed' }],
        [`warung:${seller.id}`, { type: 'warung_changed', warung_id: seller.id }],
      ]);
      const signal = { type: 'profile_changed' };
      expect(await own.next()).toEqual({ type: 'signal', topic: `user:${seller.id}`, signal });
    }
  });
});
