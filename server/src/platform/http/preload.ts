import type { BootData } from '@lapau/contract/boot';
import { feedPhotoSizes, photoWidths } from '@lapau/contract/limits';

/** A preload of the largest photo of the first screen: the first card's cover, or what a link to /login is about. */
export function imagePreload(data: BootData): string {
  const cover = data.get_feed?.[0]?.images[0] ?? data.get_link_preview?.photo?.url;
  if (!cover || !/^\/storage\/posts\/[\w/.-]+\.webp$/.test(cover)) return '';
  const srcset = photoWidths.map((width, index) => {
    const url = index === photoWidths.length - 1 ? cover : cover.replace(/\.webp$/, `.${width}.webp`);
    return `${url} ${width}w`;
  });
  return `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcset.join(', ')}" imagesizes="${feedPhotoSizes}">`;
}
