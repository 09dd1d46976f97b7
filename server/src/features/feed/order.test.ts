import { canOrderNow } from '@lapau/contract/order';
import type { FeedPost } from '@lapau/contract/posts';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;
const reader = await buildMember(server);

const hourMs = 3_600_000;
const dishes = {
  open: { is_open: true },
  'sold out': { is_open: false },
  'sold out for today': { is_open: false, reopens_at: new Date(Date.now() + hourMs) },
  'past its time': { is_open: false, reopens_at: new Date(Date.now() - hourMs) },
};
type Dish = keyof typeof dishes;
const suspensions = ['nobody', 'person', 'stall'] as const;

const cases = [true, false].flatMap((stallIsOpen) =>
  (Object.keys(dishes) as Dish[]).flatMap((dish) =>
    suspensions.map((suspended) => ({ stall: stallIsOpen ? 'open' : 'closed', dish, suspended })),
  ),
);

/** Collects what every call that answers posts says of one post: whether it can be ordered now, or that it is not shown. */
async function answers(id: string, ownerId: string): Promise<Record<string, boolean | 'shown' | undefined>> {
  const of = (posts: FeedPost[]) => {
    const post = posts.find((shown) => shown.id === id);
    return post && canOrderNow(post);
  };
  const details = await server.rawCall('get_post_details', { p_post_id: id }, reader);
  const menu = await server.rawCall('get_warung_menu', { warung_id: ownerId }, reader);
  const preview = await call('get_link_preview', { path: `/post/${id}` });
  const conversation = await buildConversation(server, { user1_id: reader.id, user2_id: ownerId });
  const about = { post_id: id, post_food_name: 'Randang', post_price: '22.000' };
  await buildMessage(server, { conversation_id: conversation.id, sender_id: reader.id, ...about });
  const [message] = (await call('get_messages', { conversation_id: conversation.id }, reader)).messages;
  return {
    // Whether it is shown is all that a preview says (D16).
    preview: preview ? 'shown' : undefined,
    feed: of(await call('get_feed', { limit: 50 }, reader)),
    foods: of(await call('get_feed', { include_admin_posts: false, only_open: true, limit: 50 }, reader)),
    saved: of(await call('get_saved_posts', { limit: 50 }, reader)),
    post: details.status === 200 ? canOrderNow(details.body as FeedPost) : undefined,
    // The card of a dish that is not shown leads nowhere.
    chat: message?.post?.id ? canOrderNow(message.post) : undefined,
    menu: menu.status === 200 ? of(menu.body as FeedPost[]) : undefined,
  };
}

test.each(cases)(
  'every call agrees about a dish that is $dish of a stall that is $stall, while $suspended is suspended',
  async ({ stall, dish, suspended }) => {
    const seller = await buildSeller(server, {
      profile: { is_suspended: suspended === 'person' },
      warung: { is_open: stall === 'open', is_suspended: suspended === 'stall' },
    });
    const post = await buildPost(server, { user_id: seller.id, ...dishes[dish] });
    await server.db.insertInto('saved_posts').values({ user_id: reader.id, post_id: post.id }).execute();
    const isAvailable = dish === 'open' || dish === 'past its time';
    const said = suspended === 'nobody' ? isAvailable && stall === 'open' : undefined;
    expect(await answers(post.id, seller.id)).toEqual({
      preview: suspended === 'nobody' ? 'shown' : undefined,
      feed: said,
      // A sold-out dish is not listed; that of a closed stall is, with its badge (D15).
      foods: isAvailable ? said : undefined,
      saved: said,
      post: said,
      chat: said,
      menu: said,
    });
  },
);

test.each(Object.keys(dishes) as Dish[])('an admin post that is %s depends on itself alone', async (dish) => {
  const admin = await buildAdmin(server);
  const post = await buildPost(server, { user_id: admin.id, is_admin_post: true, ...dishes[dish] });
  const said = await answers(post.id, admin.id);
  const isAvailable = dish === 'open' || dish === 'past its time';
  expect(said).toMatchObject({ feed: isAvailable, foods: undefined, post: isAvailable, chat: isAvailable });
});
