import { linkTarget } from '@lapau/contract/previews';
import type { LinkPreview, LinkTarget } from '@lapau/contract/previews';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { findPublicPost } from '../posts/rules.ts';
import type { PublicPost } from '../posts/rules.ts';
import { readSettings } from '../settings/rules.ts';
import { findStallFront } from '../warungs/rules.ts';
import { withoutPhoneNumbers } from './policy.ts';

/**
 * Finds what a link may tell people without a session: name, price, stall, nagari and a photo. Whether a stall is open or a dish
 * sold out is left out, as chat apps keep a preview for days, and so are descriptions, in which sellers write their numbers.
 * @returns null for a path that leads to nothing public, and for every path while link_previews is off
 */
export async function findLinkPreview(database: Database, path: string): Promise<LinkPreview | null> {
  const target = linkTarget(path);
  if (!target) return null;
  const { link_previews } = await readSettings(database.db);
  if (link_previews === 'off') return null;
  const found = await find[target.kind](database, target.id);
  if (!found) return null;
  const { name, seller, price, nagari, cover } = found;
  const [url, placeholder = ''] = [cover?.images[0], cover?.placeholders[0]];
  return {
    path: target.path,
    name: withoutPhoneNumbers(name),
    seller: withoutPhoneNumbers(seller),
    price: withoutPhoneNumbers(price),
    nagari: withoutPhoneNumbers(nagari),
    photo: url === undefined ? null : { url, placeholder },
  };
}

type Found = Pick<LinkPreview, 'name' | 'seller' | 'price' | 'nagari'> & { cover: PublicPost | undefined };

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
  const preview = await findLinkPreview(database, path);
  const photo = preview?.photo?.url.replace('/storage/posts/', '');
  if (photo === undefined) throw new AppError('file_not_found');
  return photo;
}
