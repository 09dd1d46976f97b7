import type { BootData } from '@lapau/contract/boot';
import { foodsInput } from '@lapau/contract/boot';
import { feedPhotoSizes, gridPhotoSizes } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { withDefaults } from '@lapau/contract/setting-defaults';
import { costs } from '../../platform/http/costs.ts';
import { escapeHtml } from '../../platform/http/escape.ts';
import type { PagePart } from '../../platform/http/page-parts.ts';
import { photoElement } from '../../platform/http/preload.ts';
import type { FirstPhoto } from '../../platform/http/preload.ts';

/** The feed and the list of dishes, for members. An address of /foods with a search or filter carries no list. */
export const feedPage: PagePart = {
  boot: ({ pathname, search, member }) => {
    if (member === null) return undefined;
    const units = costs.feedOnPage;
    if (pathname === '/')
      return { inputs: { get_feed: {}, get_active_banner: {}, get_unique_nagari_options: {} }, units };
    if (pathname === '/foods' && search === '')
      return { inputs: { get_feed: foodsInput, get_unique_nagari_options: {} }, units };
    return undefined;
  },
  photo: cover,
  fill: (html, { data, pathname }) => html.replace('<!--feed-->', () => (pathname === '/' ? firstPaint(data) : '')),
};

function cover({ get_feed: posts }: BootData, pathname: string): FirstPhoto | undefined {
  const url = posts?.[0]?.images[0];
  return url === undefined ? undefined : { url, sizes: pathname === '/foods' ? gridPhotoSizes : feedPhotoSizes };
}

/**
 * The feed's first card as web/index.html styles it, so that a phone on a slow line shows today's newest dish before the app has
 * arrived, which draws the same in the same place. Without boot data of the feed only its empty blocks are drawn.
 */
function firstPaint(data: BootData): string {
  const { announcement_title: title, announcement_text: announcement } = withDefaults(data.get_app_settings);
  const banner = data.get_active_banner;
  const post = data.get_feed?.[0];
  return [
    banner && `<div class="fp-banner">${photoElement({ url: banner.image_url, sizes: feedPhotoSizes }, 'low')}</div>`,
    announcement && `<div class="fp-strip"><b>${escapeHtml(title)}</b> ${escapeHtml(announcement)}</div>`,
    '<div class="fp-filter"><i></i></div>',
    post ? card(post, data) : '<div class="fp-author"><i></i><i></i></div><div class="fp-photo"><i></i></div>',
  ]
    .filter(Boolean)
    .join('');
}

function card({ warungName, sellerFullName, nagari, price }: FeedPost, data: BootData): string {
  const photo = cover(data, '/');
  const shownPrice = formatPrice(price);
  return [
    `<div class="fp-author"><i></i><p><b>${escapeHtml(warungName ?? sellerFullName)}</b>${escapeHtml(nagari)}</p></div>`,
    '<div class="fp-photo">',
    photo ? photoElement(photo, 'high') : '<i></i>',
    shownPrice && `<b>${escapeHtml(shownPrice)}</b>`,
    '</div>',
  ].join('');
}
