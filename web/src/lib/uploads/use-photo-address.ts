import { useObjectUrl } from '../device/use-object-url.ts';
import type { DraftPhoto } from '../drafts/draft-photos.ts';

/** Where the server stores a photo. */
export type Bucket = 'posts' | 'avatars';

const shownEverywhere = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/**
 * The address that shows a photo of a draft: its own file, or the server's picture of it once there is one, if the browser may not show the
 * file, such as a HEIC.
 */
export function usePhotoAddress(photo: DraftPhoto | undefined, bucket: Bucket): string | undefined {
  const own = useObjectUrl(photo?.file ?? null);
  if (!photo) return undefined;
  const { file, work } = photo;
  const isShown = file !== null && shownEverywhere.has(file.type);
  const isStored = work.status === 'stored' || (work.status === 'uploaded' && !isShown);
  return isStored ? `/storage/${bucket}/${work.path}` : own;
}
