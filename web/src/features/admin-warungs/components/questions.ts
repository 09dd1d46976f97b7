import type { MenuPost } from '@lapau/contract/posts';
import { api } from '../../../lib/calls/api.ts';
import { photosFailure } from '../../../lib/uploads/photos-failure.ts';
import type { Question } from '../../decisions/components/question.ts';

type Stall = { id: string; name: string };

/** Asks whether a stall is to be suspended, or its suspension lifted. */
export const suspensionQuestion = ({ id, name }: Stall, suspended: boolean): Question => ({
  proposal: { subject_type: 'warung', subject_id: id, action: suspended ? 'suspend' : 'lift' },
  title: `${suspended ? 'Tangguhkan' : 'Aktifkan'} ${name}?`,
  verb: suspended ? 'Tangguhkan' : 'Aktifkan',
  decide: async (given) => (await api.toggle_warung_suspension({ warung_id: id, suspended, ...given })).decision,
  about: name,
  done: suspended ? 'Warung berhasil ditangguhkan.' : 'Warung berhasil diaktifkan.',
  failed: 'Gagal mengubah status warung: {detail}',
});

export const deletionQuestion = ({ id, name }: Stall): Question => ({
  proposal: { subject_type: 'warung', subject_id: id, action: 'delete' },
  title: `Hapus ${name}?`,
  verb: 'Hapus',
  decide: async (given) => (await api.delete_warung_by_admin({ warung_id: id, ...given })).decision,
  about: name,
  done: 'Warung berhasil dihapus.',
  failed: 'Gagal menghapus warung: {detail}',
});

export const dishQuestion = ({ id, food_name }: MenuPost): Question => ({
  proposal: { subject_type: 'post', subject_id: id, action: 'remove' },
  title: `Hapus ${food_name}?`,
  verb: 'Hapus',
  decide: async (given) => (await api.delete_post({ post_id: id, ...given })).decision,
  about: food_name,
  done: 'Menu berhasil dihapus.',
  failed: 'Gagal menghapus menu.',
  failedBy: photosFailure,
});
