import { ApiError } from '../../lib/calls/api-error.ts';
import { createLatestChanges } from '../../lib/outbox/latest-changes.ts';
import { updatePostEverywhere } from '../../lib/query/post-cache.ts';
import { toast } from '../../lib/screen/toast.ts';
import { photosFailure } from '../../lib/uploads/photos-failure.ts';
import type { MenuList } from './api-menu.ts';
import { deletionKind, myMenuKey, postQuery } from './api.ts';

type Deletion = {
  id: string;
  /** Whether it was deleted in the feed or on its own screen, and not as a dish of the menu. */
  isPost?: boolean;
};

/** Posts of one's own that are being deleted: they disappear everywhere at once, and come back when that is refused. */
export const postDeletions = createLatestChanges<Deletion, unknown>({
  name: deletionKind,
  request: ({ id }) => ({ call: 'delete_post', input: { post_id: id } }),
  applyAnswer: (client, { id, isPost }) => {
    client.setQueryData<MenuList>(
      myMenuKey,
      (list) => list && { ...list, pages: list.pages.map((page) => page.filter((post) => post.id !== id)) },
    );
    updatePostEverywhere(client, id, () => null);
    // The post's screen, where it is open, says that it is gone, as after any other deletion.
    client
      .getQueryCache()
      .find({ queryKey: postQuery(id).queryKey })
      ?.setState({ status: 'error', error: new ApiError('post_not_found', 404, '') });
    toast.success(isPost ? 'Postingan berhasil dihapus.' : 'Menu berhasil dihapus.');
  },
  meta: ({ isPost }) => ({
    failed: isPost ? 'Gagal menghapus postingan: {detail}' : 'Gagal menghapus menu.',
    failedBy: photosFailure,
  }),
});
