type Person = { id: string };

/** Whether the actor wrote it; one's own things are deleted, not reported. */
export const isOwnContent = (actor: Person, authorId: string | null): boolean => actor.id === authorId;

/** Only a comment that members see may be reported. */
export const mayReport = (comment: { visible: boolean; post_visible: boolean }): boolean =>
  comment.visible && comment.post_visible;

/** No admin decides about what they wrote themselves. */
export const isOwnCase = (admin: Person, report: { reported_user_id: string | null }): boolean =>
  admin.id === report.reported_user_id;

/** Whether the reporter is told the outcome: not when they decided it themselves, or their account was deleted. */
export const isTold = (reporterId: string | null, decision: { decided_by: string | null }): reporterId is string =>
  reporterId !== null && reporterId !== decision.decided_by;

/** A thing that was reported, or removed without a report. */
export type Reported = { subject_type: 'post' | 'comment' | 'message'; snapshot_food_name: string };

const dishOf = (report: Reported, before: string, unnamed: string): string =>
  report.snapshot_food_name === '' ? unnamed : before + report.snapshot_food_name;

/** The text that reporters read when their report is decided. */
export function closedText(report: Reported, isRemoved: boolean): string {
  const what = {
    post: dishOf(report, 'postingan ', 'sebuah postingan'),
    comment: dishOf(report, 'sebuah komentar di ', 'sebuah komentar'),
    message: 'sebuah pesan',
  }[report.subject_type];
  return isRemoved
    ? `Laporan Anda tentang ${what} diterima, dan isinya dihapus. Terima kasih.`
    : `Laporan Anda tentang ${what} sudah diperiksa. Admin tidak menemukan pelanggaran.`;
}

/** The text that the author of a removed thing reads. */
export function removedText(report: Reported, reason: string): string {
  const what = {
    post: dishOf(report, 'Postingan ', 'Postingan Anda'),
    comment: dishOf(report, 'Komentar Anda di ', 'Komentar Anda'),
    message: 'Sebuah pesan Anda',
  }[report.subject_type];
  return `${what} dihapus admin: ${reason}`;
}
