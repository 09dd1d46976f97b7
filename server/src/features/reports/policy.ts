type Person = { id: string };

/** One reports what others wrote: what is one's own can be deleted. */
export const isOwnContent = (actor: Person, authorId: string | null): boolean => actor.id === authorId;

/** No admin decides about what they wrote themselves. */
export const isOwnCase = (admin: Person, report: { reported_user_id: string | null }): boolean =>
  admin.id === report.reported_user_id;

/** What was reported, or removed without a report. */
export type Reported = { subject_type: 'post' | 'comment' | 'message'; snapshot_food_name: string };

/** What reporters are told when their report is decided. */
export function closedText(report: Reported, isRemoved: boolean): string {
  const what = {
    post: `postingan ${report.snapshot_food_name}`,
    comment: `sebuah komentar di ${report.snapshot_food_name}`,
    message: 'sebuah pesan',
  }[report.subject_type];
  return isRemoved
    ? `Laporan Anda tentang ${what} diterima, dan isinya dihapus. Terima kasih.`
    : `Laporan Anda tentang ${what} sudah diperiksa. Admin tidak menemukan pelanggaran.`;
}

/** What the author is told of what was removed. */
export function removedText(report: Reported, reason: string): string {
  const what = {
    post: `Postingan ${report.snapshot_food_name}`,
    comment: `Komentar Anda di ${report.snapshot_food_name}`,
    message: 'Sebuah pesan Anda',
  }[report.subject_type];
  return `${what} dihapus admin: ${reason}`;
}
