import type { BootData } from '@lapau/contract/boot';
import { previewPicturePath, previewPictureSize } from '@lapau/contract/previews';
import { formatPrice } from '@lapau/contract/price';
import { escapeHtml } from './escape.ts';

/**
 * The tags by which chat apps preview a link to a dish or a stall (https://ogp.me), where the boot data has its preview.
 * Addresses are absolute and start with PUBLIC_URL, never with the Host header (D5).
 * @param siteTitle the setting site_title
 */
export function linkTags({ get_link_preview: preview }: BootData, siteTitle: string, publicUrl: string): string {
  if (!preview) return '';
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
