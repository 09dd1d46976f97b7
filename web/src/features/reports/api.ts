import { mutationOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** What is reported: a post or a comment, by its id. */
export type Reported = { post: string } | { comment: string };

/** Reports a post, or a comment (D54); a second report while one is open changes nothing (D29). */
export const sendReport = mutationOptions({
  mutationFn: ({ about, reason }: { about: Reported; reason: string }) =>
    'post' in about
      ? api.create_report({ reported_post_id: about.post, reason })
      : api.report_comment({ reported_comment_id: about.comment, reason }),
  onSuccess: () => toast.success('Laporan berhasil dikirim. Terima kasih atas masukan Anda.'),
  meta: {
    failed: 'Gagal mengirim laporan.',
    failedBy: { unauthenticated: 'Anda harus login untuk membuat laporan.' },
  },
});
