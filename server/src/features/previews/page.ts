import type { BootData } from '@lapau/contract/boot';
import { greetingPhotoSizes, previewPictureSize } from '@lapau/contract/limits';
import { meantPath } from '@lapau/contract/links';
import { linkTarget, previewPicturePath } from '@lapau/contract/previews';
import { formatPrice } from '@lapau/contract/price';
import { withDefaults } from '@lapau/contract/setting-defaults';
import { escapeHtml } from '../../platform/http/escape.ts';
import type { PagePart, PageRequest } from '../../platform/http/page-parts.ts';
import { photoElement } from '../../platform/http/preload.ts';
import type { FirstPhoto } from '../../platform/http/preload.ts';

/** Tells what a link is about, to chat apps and to people whom the link leads to /login. */
export const previewsPage: PagePart = {
  leadsTo: meantPath,
  boot: (page) => {
    const path = page.member === null ? linkedPath(page) : undefined;
    return path === undefined ? undefined : { inputs: { get_link_preview: { path } } };
  },
  photo,
  fill: (html, { data, publicUrl }) =>
    html
      .replace('<!--boot-->', (mark) => linkTags(data, publicUrl) + mark)
      .replace('<!--greeting-->', () => greeting(data)),
};

function linkedPath({ pathname, search }: PageRequest): string | undefined {
  const path = pathname === '/login' ? new URLSearchParams(search).get('next') : pathname;
  return linkTarget(path ?? '')?.path;
}

function photo({ get_link_preview: preview }: BootData): FirstPhoto | undefined {
  return preview?.photo ? { url: preview.photo.url, sizes: greetingPhotoSizes } : undefined;
}

/**
 * The tags by which chat apps preview a link to a dish or a stall (https://ogp.me), if the boot data has a preview.
 * Addresses are absolute and start with PUBLIC_URL, never with the Host header.
 */
function linkTags({ get_link_preview: preview, get_app_settings: settings }: BootData, publicUrl: string): string {
  if (!preview) return '';
  const { site_title: siteTitle } = withDefaults(settings);
  const { name, seller, price, nagari } = preview;
  const title = [name, formatPrice(price)].filter(Boolean).join(' · ');
  const origin = [seller, nagari && `Nagari ${nagari}`].filter(Boolean).join(', ');
  const picture = previewPicturePath(preview);
  const tags: Record<string, string | number> = {
    'og:type': 'website',
    'og:site_name': siteTitle,
    'og:locale': 'id_ID',
    'og:url': publicUrl + preview.path,
    'og:title': title,
    'og:description': [origin, `Lihat di ${siteTitle}.`].filter(Boolean).join('. '),
    ...(picture && {
      'og:image': publicUrl + picture,
      'og:image:type': 'image/jpeg',
      'og:image:width': previewPictureSize.width,
      'og:image:height': previewPictureSize.height,
      'og:image:alt': name,
    }),
  };
  return [
    ...Object.entries(tags).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(String(content))}">`,
    ),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
  ].join('');
}

function greeting(data: BootData): string {
  const { get_link_preview: preview } = data;
  if (!preview) return '';
  const { name, seller, price, nagari } = preview;
  const cover = photo(data);
  const shownPrice = formatPrice(price);
  return [
    '<div class="fp-greeting">',
    cover && photoElement(cover, 'high'),
    `<p><b>${escapeHtml(`Masuk untuk melihat ${name}${seller && ` dari ${seller}`}`)}</b>`,
    shownPrice && `<span>${escapeHtml(shownPrice)}</span>`,
    nagari && `<em>${escapeHtml(`Nagari ${nagari}`)}</em>`,
    '</p></div>',
  ]
    .filter(Boolean)
    .join('');
}
