import { toExternalUrl } from '@lapau/contract/external-url';
import { limits } from '@lapau/contract/limits';
import { textProblem } from '@lapau/contract/text-checks';
import { tooLong } from '../../../lib/too-long.ts';
import type { Draft, DraftTexts } from './draft.ts';

/** `menu` is a dish of a stall, `admin` a general post of the admins. */
export type PostKind = 'menu' | 'admin';

export type PostErrors = Partial<Record<keyof DraftTexts | 'photos', string>>;

const missing = 'Foto dan nama postingan harus diisi.';

const longest: Record<keyof DraftTexts, number> = {
  food_name: limits.foodName,
  price: limits.price,
  description: limits.description,
  link_url: limits.url,
  seller_name: limits.name,
};

const fields: Record<PostKind, (keyof DraftTexts)[]> = {
  menu: ['food_name', 'price', 'description'],
  admin: ['food_name', 'description', 'link_url', 'seller_name'],
};

/** What is wrong with a post before it is sent (D25), in the order of the form. */
export function checkPost(kind: PostKind, { texts, photos }: Pick<Draft, 'texts' | 'photos'>): PostErrors {
  const problems = fields[kind].flatMap((field): [string, string][] => {
    const problem = problemOf(field, texts[field].trim());
    return problem ? [[field, problem]] : [];
  });
  return { ...(photos.length === 0 && { photos: missing }), ...Object.fromEntries(problems) };
}

function problemOf(field: keyof DraftTexts, text: string): string | undefined {
  if (field === 'food_name' && text === '') return missing;
  if (field === 'price' && text === '') return 'Harga harus diisi untuk postingan penjual.';
  if (field === 'link_url' && text !== '' && toExternalUrl(text) === null)
    return 'Tautan harus diawali http:// atau https://.';
  return overLimit(field, text) ?? textProblem(text, field === 'description' ? 'many' : 'one');
}

/** What is wrong with a text already while it is typed (D25). */
export const overLimit = (field: keyof DraftTexts, text: string): string | undefined => tooLong(text, longest[field]);
