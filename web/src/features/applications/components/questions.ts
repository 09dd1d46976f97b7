import type { ApplicationField, PendingApplication } from '@lapau/contract/applications';
import { api } from '../../../lib/calls/api.ts';
import type { Question } from '../../decisions/components/question.ts';
import { fieldNames } from './application-fields.ts';

/** Asks whether an applicant becomes a seller. */
export const approvalQuestion = ({ id, version, warung_name }: PendingApplication): Question => ({
  proposal: { subject_type: 'application', subject_id: id, action: 'approve' },
  version,
  title: `Setujui ${warung_name}?`,
  verb: 'Setujui',
  decide: async (given) =>
    (await api.approve_seller_application({ application_id: id, version: given.version })).decision,
  about: warung_name,
  done: 'Pengajuan telah disetujui.',
  failed: 'Gagal menyetujui: {detail}',
});

export const rejectionQuestion = ({ id, version, warung_name }: PendingApplication): Question => ({
  proposal: { subject_type: 'application', subject_id: id, action: 'reject' },
  version,
  title: `Tolak ${warung_name}?`,
  verb: 'Tolak',
  choice: { label: 'Yang perlu diperbaiki (opsional)', options: fieldNames },
  decide: async ({ choice, ...given }) => {
    const field = choice as ApplicationField | undefined;
    return (await api.reject_seller_application({ application_id: id, field, ...given })).decision;
  },
  about: warung_name,
  done: 'Pengajuan telah ditolak.',
  failed: 'Gagal menolak: {detail}',
});
