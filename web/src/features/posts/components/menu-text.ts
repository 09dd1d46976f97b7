import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';

/** Signs that WhatsApp takes as formatting. */
const formatting = /[*_~`]/g;

/** A menu as a message for WhatsApp: the stall's name in bold, a line for each dish, the link. */
export function menuText(name: string, dishes: readonly Pick<MenuPost, 'food_name' | 'price'>[], url: string): string {
  const plain = (text: string) => text.replaceAll(formatting, '');
  const lines = dishes.map(({ food_name, price }) => `- ${plain(food_name)}: ${plain(formatPrice(price))}`);
  return [`*${plain(name).trim()}*`, 'Menu hari ini:', ...lines, '', `Lihat fotonya: ${url}`].join('\n');
}
