import { mutationOptions } from '@tanstack/react-query';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { deleteDraft, readDraft, writeDraft } from '../../lib/drafts/draft-store.ts';
import { draftVersion, ofThisVersion } from '../../lib/drafts/stored-draft.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { forgetNames } from '../../lib/query/stored-answers.ts';
import { toast } from '../../lib/screen/toast.ts';

/** The thing that is reported: a post, a comment or a message, by its id. A message is quoted, and its sender can be blocked as well. */
export type Reported = { post: string } | { comment: string } | { message: string; sender: string; content: string };

type Report = {
  about: Reported;
  reason: string;
  block: boolean;
  /** The name under which the reason is stored if the report is refused after its dialog was closed. */
  draftName: string;
};

export const reportDraftOf = (userId: string, about: Reported): string => `${userId} report ${idOf(about)}`;

/** The id of the reported thing, under which its report waits. */
export const idOf = (about: Reported): string =>
  'post' in about ? about.post : 'comment' in about ? about.comment : about.message;

/** Errors that mean that the reported thing is gone. An open dialog shows this; otherwise the reason goes to the list of lost changes. */
export const goneCodes = new Set<ApiError['code']>(['post_not_found', 'comment_not_found', 'message_not_found']);

const refusalTexts = {
  failed: 'Gagal mengirim laporan.',
  failedBy: { unauthenticated: 'Anda harus login untuk membuat laporan.' },
};

/** One's reports that have not arrived yet. */
export const sendingReports = outbox.register<Report, unknown>({
  name: 'report',
  isTyped: true,
  request: ({ about, reason, block }) => {
    if ('post' in about) return { call: 'create_report', input: { reported_post_id: about.post, reason } };
    if ('comment' in about) return { call: 'report_comment', input: { reported_comment_id: about.comment, reason } };
    return { call: 'report_message', input: { message_id: about.message, reason, block } };
  },
  applyAnswer: (client, { draftName, block }) => {
    deleteDraft(draftName);
    if (block) void forgetNames(client);
    toast.success('Laporan berhasil dikirim. Terima kasih atas masukan Anda.');
  },
  supersede: () => null,
  giveBack: ({ draftName, reason }, { code }) => {
    if (goneCodes.has(code)) return false;
    void writeDraft(draftName, { version: draftVersion, reason });
    return true;
  },
  listed: { what: 'Laporan', contentOf: async ({ reason }) => ({ text: reason }) },
  meta: refusalTexts,
});

/** Errors that the dialog shows itself. */
const saidInDialog = { post_not_found: null, comment_not_found: null, message_not_found: null };

/** The reason of a report that was refused after its dialog was closed. */
export async function returnedReason(draftName: string): Promise<string | undefined> {
  const { reason } = ofThisVersion(await readDraft(draftName)) ?? {};
  return typeof reason === 'string' ? reason : undefined;
}

/**
 * Reports a post, a comment or a message; a second report while one is open changes nothing. It waits for the signal, also after
 * its dialog was closed (`left`).
 */
export const sendReport = mutationOptions({
  mutationFn: async ({ left, ...report }: Report & { left: AbortSignal }): Promise<void> => {
    const outcome = await outbox.submit(sendingReports, idOf(report.about), report, { left });
    if (outcome.type === 'returned') throw outcome.error;
  },
  meta: { ...refusalTexts, failedBy: { ...refusalTexts.failedBy, ...saidInDialog } },
});
