import { feedPhotoSizes } from '@lapau/contract/limits';
import { linkTarget } from '@lapau/contract/previews';
import { costs } from '../../platform/http/costs.ts';
import type { PagePart } from '../../platform/http/page-parts.ts';

/** A dish, for members. */
export const postsPage: PagePart = {
  boot: ({ pathname, member }) => {
    const target = member === null ? undefined : linkTarget(pathname);
    if (target?.kind !== 'post') return undefined;
    return { inputs: { get_post_details: { p_post_id: target.id } }, units: costs.postOnPage };
  },
  photo: ({ get_post_details: post }) =>
    post?.images[0] === undefined ? undefined : { url: post.images[0], sizes: feedPhotoSizes },
};
