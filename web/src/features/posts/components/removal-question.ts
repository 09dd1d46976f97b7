import type { FeedPost } from '@lapau/contract/posts';
import { api } from '../../../lib/calls/api.ts';
import { photosFailure } from '../../../lib/uploads/photos-failure.ts';
import { afterOverlays } from '../../../ui/overlays/use-back-closes.ts';
import type { Question } from '../../decisions/components/question.ts';

/** Asks whether an admin wants to delete somebody else's post. */
export const removalQuestion = ({ id, foodName }: FeedPost, onDeleted?: () => void): Question => ({
  proposal: { subject_type: 'post', subject_id: id, action: 'remove' },
  title: `Hapus ${foodName}?`,
  verb: 'Hapus',
  decide: async (given) => {
    const { decision } = await api.delete_post({ post_id: id, ...given });
    if (onDeleted) afterOverlays(onDeleted);
    return decision;
  },
  about: foodName,
  done: 'Postingan berhasil dihapus.',
  failed: 'Gagal menghapus postingan: {detail}',
  failedBy: photosFailure,
});
