import { mutationOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** What is reported: a post, a comment or a message, by its id. A message is quoted, and its sender can be blocked with it. */
export type Reported = { post: string } | { comment: string } | { message: string; sender: string; content: string };

type Report = { about: Reported; reason: string; block: boolean };

function send({ about, reason, block }: Report) {
  if ('post' in about) return api.create_report({ reported_post_id: about.post, reason });
  if ('comment' in about) return api.report_comment({ reported_comment_id: about.comment, reason });
  return api.report_message({ message_id: about.message, reason, block });
}

/** Reports a post, a comment or a message; a second report while one is open changes nothing. */
export const sendReport = mutationOptions({
  mutationFn: send,
  onSuccess: () => toast.success('Laporan berhasil dikirim. Terima kasih atas masukan Anda.'),
  meta: {
    failed: 'Gagal mengirim laporan.',
    failedBy: { unauthenticated: 'Anda harus login untuk membuat laporan.' },
  },
});
