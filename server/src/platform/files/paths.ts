import { photoWidths } from '@lapau/contract/limits';
import type { Bucket } from '../database/schema.ts';

/** The names under which a row's file is stored: a photo has its own, and one for each smaller width. */
export const photoNames = (path: string): string[] =>
  path.endsWith('.webp')
    ? photoWidths.map((width) => (width === 1080 ? path : path.replace(/\.webp$/, `.${width}.webp`)))
    : [path];

/** Lists all names under which a file is stored: also the picture of link previews, which is made of a photo when it is first asked for. */
export const storedNames = (path: string): string[] =>
  path.endsWith('.webp') ? [...photoNames(path), previewName(path)] : [path];

export const previewName = (path: string): string => path.replace(/\.webp$/, '.preview.jpg');

/** What a stored name has more than its row's path: '.640' for a smaller width of a photo. */
export const suffixOf = (name: string): string => /\.(?:320|640)(?=\.webp$)/.exec(name)?.[0] ?? '';

/** The path of the row that a stored name belongs to. */
export const rowPath = (name: string): string =>
  name.replace(/\.(?:320|640)(?=\.webp$)/, '').replace(/\.preview\.jpg$/, '.webp');

/** The pattern of a stored name, which has two segments: the folder of the owner and a name (product.md#storage). */
const storedName = /^[\w-]+\/[\w-]+(?:\.[\w-]+)*\.(?:webp|png|svg|ico)$/;

export const buckets: Bucket[] = ['avatars', 'posts'];

export const isBucket = (name: string): name is Bucket => (buckets as string[]).includes(name);

export const isStoredName = (path: string): boolean => path.length <= 300 && storedName.test(path);

/** The file in `avatars` by which a place says whose it is (place-owner.ts). */
export const ownerName = 'owner/database';

/** Whether the name is that of this file, whole or half-written. */
export const isOwner = (bucket: Bucket, name: string): boolean => bucket === 'avatars' && name.startsWith(ownerName);

/** Whether the name is never used again, so that the file stored under it never changes. */
export const isUnique = (bucket: Bucket, path: string): boolean =>
  bucket === 'posts' || path.startsWith('promo_banners/');
