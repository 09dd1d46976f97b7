import type { BootData } from '@lapau/contract/boot';
import { feedPhotoSizes } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { escapeHtml } from './escape.ts';
import { firstPhoto, photoElement } from './preload.ts';

/**
 * The feed's first card as web/index.html styles it, so that a phone on a slow line shows today's newest dish before the app has
 * arrived, which draws the same in the same place. Without boot data of the feed only its blocks.
 */
export function feedFirstPaint(data: BootData): string {
  const settings = new Map(data.get_app_settings?.map(({ key, value }) => [key, value]));
  const announcement = settings.get('announcement_text');
  const banner = data.get_active_banner;
  const post = data.get_feed?.[0];
  return [
    banner && `<div class="fp-banner">${photoElement({ url: banner.image_url, sizes: feedPhotoSizes }, 'low')}</div>`,
    announcement &&
      `<div class="fp-strip"><b>${escapeHtml(settings.get('announcement_title') ?? '')}</b> ${escapeHtml(announcement)}</div>`,
    '<div class="fp-filter"><i></i></div>',
    post ? card(post, data) : '<div class="fp-author"><i></i><i></i></div><div class="fp-photo"><i></i></div>',
  ]
    .filter(Boolean)
    .join('');
}

function card({ warungName, sellerFullName, nagari, price }: FeedPost, data: BootData): string {
  const cover = firstPhoto(data);
  const shownPrice = formatPrice(price);
  return [
    `<div class="fp-author"><i></i><p><b>${escapeHtml(warungName ?? sellerFullName)}</b>${escapeHtml(nagari)}</p></div>`,
    '<div class="fp-photo">',
    cover ? photoElement(cover, 'high') : '<i></i>',
    shownPrice && `<b>${escapeHtml(shownPrice)}</b>`,
    '</div>',
  ].join('');
}

/** What a link is about, where somebody without a session is led to /login (D57). */
export function greetingFirstPaint(data: BootData): string {
  const { get_link_preview: preview } = data;
  if (!preview) return '';
  const { name, seller, price, nagari } = preview;
  const photo = firstPhoto(data);
  const shownPrice = formatPrice(price);
  return [
    '<div class="fp-greeting">',
    photo && photoElement(photo, 'high'),
    `<p><b>${escapeHtml(`Masuk untuk melihat ${name}${seller && ` dari ${seller}`}`)}</b>`,
    shownPrice && `<span>${escapeHtml(shownPrice)}</span>`,
    nagari && `<em>${escapeHtml(`Nagari ${nagari}`)}</em>`,
    '</p></div>',
  ]
    .filter(Boolean)
    .join('');
}
