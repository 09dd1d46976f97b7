import { nameOf } from '@lapau/contract/known';
import type { PendingReport, reportSubjects } from '@lapau/contract/reports';

export const subjectNames: Record<(typeof reportSubjects)[number], string> = {
  post: 'Postingan',
  comment: 'Komentar',
  message: 'Pesan',
};

/** Names the reported thing in a line. */
export function titleOf({ subject_type: type, reported_post_food_name: food }: PendingReport): string {
  if (type === 'message') return 'Pesan pribadi';
  return type === 'comment' ? `Komentar di ${food}` : food || 'Laporan';
}

/** A thing that is gone already is not deleted again: its reporters are told that they were right. */
export const removalVerb = ({ is_gone: isGone }: PendingReport): string => (isGone ? 'Benarkan' : 'Hapus');

/** The question before the reported thing is deleted. */
export function deletionTitle(report: PendingReport): string {
  if (report.is_gone) return 'Benarkan laporan ini?';
  return report.subject_type === 'post'
    ? `Hapus ${report.reported_post_food_name}?`
    : `Hapus ${nameOf(subjectNames, report.subject_type).toLowerCase()} ini?`;
}
