import { Failure } from '../../platform/failure.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import { findPostByKey, insertPost, lockSellingWarung } from './queries.ts';
import type { ParsedInput } from '@lapau/contract/calls';
import type { Insertable } from 'kysely';
import type { Schema } from '../../platform/schema.ts';
import type { Admin, Seller } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/write.ts';

/**
 * Posts a dish of the seller's own stall (SPEC section 5 Add post, D8, D18, D21).
 * @throws Failure post_forbidden without a stall that may sell; file_not_found, file_not_yours
 */
export async function createPost(tx: Tx, seller: Seller, input: ParsedInput<'create_post'>): Promise<{ id: string }> {
  const warung = await lockSellingWarung(tx.db, seller.id);
  if (!warung) throw new Failure('post_forbidden');
  return addPost(tx, seller.id, input, {
    price: input.price,
    seller_name: warung.name,
    location: warung.nagari,
    phone_number: warung.phone_number,
    whatsapp_number: warung.whatsapp_number,
  });
}

/**
 * Posts for the whole community (D12): free of charge, with an optional link and a source name.
 * @param appName the source when none is given
 */
export function createAdminPost(
  tx: Tx,
  admin: Admin,
  input: ParsedInput<'create_admin_post'>,
  appName: string,
): Promise<{ id: string }> {
  return addPost(tx, admin.id, input, {
    price: 'Gratis',
    is_admin_post: true,
    seller_name: input.seller_name || appName,
    link_url: input.link_url || null,
  });
}

type NewPost = Pick<ParsedInput<'create_post'>, 'idempotency_key' | 'food_name' | 'description' | 'images'>;

async function addPost(
  tx: Tx,
  userId: string,
  { idempotency_key, food_name, description, images }: NewPost,
  more: Partial<Insertable<Schema['posts']>>,
): Promise<{ id: string }> {
  const existing = await findPostByKey(tx.db, userId, idempotency_key);
  if (existing) return existing;
  const files = await claimFiles(tx.db, 'posts', images, [userId]);
  const post = await insertPost(tx.db, {
    user_id: userId,
    idempotency_key,
    food_name,
    description,
    images,
    placeholders: files.map((file) => file.placeholder),
    ...more,
  });
  if (!post) return (await findPostByKey(tx.db, userId, idempotency_key)) as { id: string };
  tx.signal('feed', { type: 'feed_changed', post_id: post.id });
  tx.signal(`warung:${userId}`, { type: 'warung_changed', warung_id: userId });
  return post;
}
