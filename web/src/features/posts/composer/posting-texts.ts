import { missingInEdit, missingInPost } from '@lapau/contract/posts';

/** The texts about sending a draft. */
export type PostingTexts = {
  action: string;
  busy: string;
  done: string;
  failed: string;
  forbidden: string;
  /** The toast when the name is missing, or for an edited post also the price. */
  missing: string;
  discard: string;
  asksDiscard: string;
  losesDraft: string;
};

export const newPostTexts: PostingTexts = {
  action: 'Posting',
  busy: 'Memposting...',
  done: 'Postingan baru berhasil ditambahkan!',
  failed: 'Gagal menambahkan postingan.',
  forbidden: 'Anda tidak memiliki izin untuk menambahkan postingan.',
  missing: missingInPost,
  discard: 'Hapus draf',
  asksDiscard: 'Hapus Draf?',
  losesDraft: 'Foto dan tulisan yang belum diposting akan hilang.',
};

export const editTexts: PostingTexts = {
  action: 'Simpan',
  busy: 'Menyimpan...',
  done: 'Postingan berhasil diperbarui!',
  failed: 'Gagal memperbarui postingan.',
  forbidden: 'Anda tidak memiliki izin untuk mengedit postingan ini.',
  missing: missingInEdit,
  discard: 'Batalkan perubahan',
  asksDiscard: 'Batalkan Perubahan?',
  losesDraft: 'Foto dan tulisan yang belum disimpan akan hilang.',
};
