import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';

/** Signs that WhatsApp takes as formatting. */
const formatting = /[*_~`]/g;

/**
 * A menu as a message for WhatsApp: the stall's name in bold, a line for each dish, the link.
 * @param number the cook's, if it is to be in the message: 'WA 0812…'
 */
export function menuText(
  name: string,
  dishes: readonly Pick<MenuPost, 'food_name' | 'price'>[],
  url: string,
  number = '',
): string {
  const plain = (text: string) => text.replaceAll(formatting, '');
  const lines = dishes.map(({ food_name, price }) =>
    [food_name, formatPrice(price)].filter(Boolean).map(plain).join(': '),
  );
  return [
    `*${plain(name).trim()}*`,
    'Menu hari ini:',
    ...lines.map((line) => `- ${line}`),
    '',
    ...(number ? [number] : []),
    `Lihat fotonya: ${url}`,
  ].join('\n');
}
