import { linkTarget } from '@lapau/contract/previews';
import type { DishBeside, LinkPreview, LinkTarget } from '@lapau/contract/previews';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { findPublicPost, parseShared } from '../posts/rules.ts';
import type { PublicPost } from '../posts/rules.ts';
import { readSettings } from '../settings/rules.ts';
import { findStallFront } from '../warungs/rules.ts';
import { withoutPhoneNumbers } from './policy.ts';
import { findDishesBeside } from './queries.ts';

/**
 * Finds what a link may tell people without a session: name, price, stall, nagari and a photo, and dishes of the same nagari. Whether
 * a stall is open or its dish sold out is left out, as chat apps keep a preview for days, and so are descriptions, in which sellers
 * write their numbers.
 * @returns null for a path that leads to nothing public, and for every path while link_previews is off
 */
export async function findLinkPreview(database: Database, path: string): Promise<LinkPreview | null> {
  const target = linkTarget(path);
  const found = target && (await findTarget(database, target));
  if (!found) return null;
  const { name, seller, price, nagari, cover } = found;
  const stallId = target.kind === 'warungs' ? target.id : undefined;
  const beside = nagari === '' ? [] : await findDishesBeside(database, { nagari, dishId: cover?.id, stallId });
  return {
    path: target.path,
    name: withoutPhoneNumbers(name),
    seller: withoutPhoneNumbers(seller),
    price: withoutPhoneNumbers(price),
    nagari: withoutPhoneNumbers(nagari),
    photo: cover ? firstPhoto(cover) : null,
    more: beside.map(parseShared).map(toDishBeside),
  };
}

const toDishBeside = (post: PublicPost): DishBeside => ({
  path: `/post/${post.id}`,
  name: withoutPhoneNumbers(post.foodName),
  seller: withoutPhoneNumbers(post.warungName ?? ''),
  price: withoutPhoneNumbers(post.price),
  photo: firstPhoto(post),
});

function firstPhoto({ images: [url], placeholders: [placeholder = ''] }: PublicPost): LinkPreview['photo'] {
  return url === undefined ? null : { url, placeholder };
}

type Found = Pick<LinkPreview, 'name' | 'seller' | 'price' | 'nagari'> & { cover: PublicPost | undefined };

async function findTarget(database: Database, { kind, id }: LinkTarget): Promise<Found | undefined> {
  const { link_previews } = await readSettings(database.db);
  return link_previews === 'off' ? undefined : find[kind](database, id);
}

const find: Record<LinkTarget['kind'], (database: Database, id: string) => Promise<Found | undefined>> = {
  post: async (database, id) => {
    const post = await findPublicPost(database, id);
    return (
      post && {
        name: post.foodName,
        seller: post.warungName ?? '',
        price: post.price,
        nagari: post.nagari,
        cover: post,
      }
    );
  },
  warungs: async (database, id) => {
    const stall = await findStallFront(database, id);
    return stall && { name: stall.name, seller: '', price: '', nagari: stall.nagari, cover: stall.newestDish };
  },
};

/**
 * The stored photo that a preview's JPEG is made of, as a path in bucket posts.
 * @throws AppError file_not_found when there is nothing to preview
 */
export async function findPreviewedPhoto(database: Database, path: string): Promise<string> {
  const target = linkTarget(path);
  const cover = target && (await findTarget(database, target))?.cover;
  const photo = cover?.images[0]?.replace('/storage/posts/', '');
  if (photo === undefined) throw new AppError('file_not_found');
  return photo;
}
