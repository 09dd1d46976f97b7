import type { Comment } from '@lapau/contract/comments';
import { api } from '../../../lib/calls/api.ts';
import { graphemes } from '../../../lib/format/graphemes.ts';
import type { Question } from '../../decisions/components/question.ts';

/** Asks whether an admin wants to delete somebody else's comment, with its replies. */
export const removalQuestion = ({ id, content }: Comment): Question => ({
  proposal: { subject_type: 'comment', subject_id: id, action: 'remove' },
  title: 'Hapus Komentar?',
  verb: 'Hapus',
  decide: async (given) => (await api.delete_comment({ comment_id: id, ...given })).decision,
  about: `“${graphemes(content).slice(0, 60).join('')}”`,
  done: 'Komentar dihapus.',
  failed: 'Gagal menghapus komentar.',
});
