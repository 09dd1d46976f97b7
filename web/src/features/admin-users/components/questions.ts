import { api } from '../../../lib/calls/api.ts';
import type { Question } from '../../decisions/components/question.ts';

type Person = { id: string; full_name: string };

/** Asks whether a person is to be suspended, or their suspension lifted. */
export const suspensionQuestion = ({ id, full_name }: Person, suspended: boolean): Question => ({
  proposal: { subject_type: 'user', subject_id: id, action: suspended ? 'suspend' : 'lift' },
  title: `${suspended ? 'Tangguhkan' : 'Aktifkan'} ${full_name}?`,
  verb: suspended ? 'Tangguhkan' : 'Aktifkan',
  decide: async (given) => (await api.toggle_user_suspension({ user_id_to_toggle: id, suspended, ...given })).decision,
  about: full_name,
  done: `Pengguna ${full_name} berhasil ${suspended ? 'ditangguhkan.' : 'diaktifkan.'}`,
  failed: 'Gagal mengubah status: {detail}',
});

export const deletionQuestion = ({ id, full_name }: Person): Question => ({
  proposal: { subject_type: 'user', subject_id: id, action: 'delete' },
  isReasonUnread: true,
  title: `Hapus ${full_name}?`,
  verb: 'Hapus',
  decide: async (given) => (await api.delete_user_by_admin({ user_id_to_delete: id, ...given })).decision,
  about: full_name,
  done: `Pengguna ${full_name} berhasil dihapus.`,
  failed: 'Gagal menghapus pengguna: {detail}',
});
