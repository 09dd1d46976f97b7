import type { AuditedAction, AuditEntry } from '@lapau/contract/audit';
import { ofKnown } from '@lapau/contract/known';
import { settingKeys } from '@lapau/contract/settings';
import { settingFields } from '../../settings/components/setting-fields.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const person = ({ target_user_name: name, details }: AuditEntry): string =>
  name ?? (textOf(details['name']) || 'pengguna yang sudah dihapus');
/** The name of a dish; an entry names none when the account was deleted (D130). */
const dish = ({ details }: AuditEntry): string =>
  textOf(details['food_name']) || ('food_name' in details ? 'tanpa nama' : 'yang sudah dihapus');
const application = ({ details }: AuditEntry): string => textOf(details['warung_name']);
const alike = ({ details }: AuditEntry): string => {
  const { alike: words } = details;
  return Array.isArray(words) ? words.join(', ') : '';
};
const decisions: Record<string, string> = {
  approve: 'persetujuan',
  reject: 'penolakan',
  dismiss: 'pengabaian laporan atas',
  remove: 'penghapusan',
  suspend: 'penangguhan',
  lift: 'pencabutan penangguhan',
  delete: 'penghapusan',
  accept: 'penerimaan',
};
const subjects: Record<string, string> = {
  application: 'pengajuan',
  post: 'postingan',
  comment: 'komentar',
  message: 'pesan',
  user: 'akun',
  warung: 'warung',
  appeal: 'keberatan',
};

/** 'penangguhan akun Bu Ani' */
const decided = (entry: AuditEntry): string =>
  [decisions[textOf(entry.details['undone'])] ?? 'keputusan', subjects[entry.target_type], person(entry)]
    .filter(Boolean)
    .join(' ');

/** How the label of a setting is written. */
export const settingLabel = (key: string): string => {
  const known = settingKeys.find((one) => one === key);
  return known ? settingFields[known].label : key;
};

/** Each action's name in the filter, and what the log says after the name of whoever did it. */
export const auditTexts: Record<AuditedAction, { label: string; text: (entry: AuditEntry) => string }> = {
  approve_seller_application: {
    label: 'Pengajuan disetujui',
    text: (entry) => `menyetujui pengajuan warung ${application(entry)} dari ${person(entry)}`,
  },
  reject_seller_application: {
    label: 'Pengajuan ditolak',
    text: (entry) => `menolak pengajuan warung ${application(entry)} dari ${person(entry)}`,
  },
  handle_report: {
    label: 'Laporan diputuskan',
    text: (entry) =>
      entry.details['p_action'] === 'dismiss'
        ? `mengabaikan laporan atas ${reported(entry)}`
        : `menghapus ${reported(entry)} yang dilaporkan`,
  },
  get_message_report: { label: 'Pesan dibaca', text: (entry) => `membaca laporan pesan dari ${person(entry)}` },
  decide_appeal: {
    label: 'Keberatan dijawab',
    text: (entry) => `${entry.details['accepted'] === true ? 'menerima' : 'menolak'} keberatan ${person(entry)}`,
  },
  undo_decision: {
    label: 'Keputusan dibatalkan',
    text: (entry) => `membatalkan ${decided(entry)}`,
  },
  toggle_user_suspension: {
    label: 'Pengguna ditangguhkan atau diaktifkan',
    text: (entry) =>
      `${entry.details['suspended'] === true ? 'menangguhkan' : 'mengaktifkan kembali'} akun ${person(entry)}`,
  },
  toggle_warung_suspension: {
    label: 'Warung ditangguhkan atau diaktifkan',
    text: (entry) =>
      `${entry.details['suspended'] === true ? 'menangguhkan' : 'mengaktifkan kembali'} warung milik ${person(entry)}`,
  },
  update_user_by_admin: { label: 'Data pengguna diubah', text: (entry) => `mengubah data ${person(entry)}` },
  delete_user_by_admin: { label: 'Pengguna dihapus', text: (entry) => `menghapus akun ${person(entry)}` },
  request_recovery_code: {
    label: 'Kode pemulihan diminta',
    text: (entry) => `meminta kode pemulihan untuk ${person(entry)}, yang baru berhenti menjadi admin`,
  },
  create_recovery_code: {
    label: 'Kode pemulihan dibuat',
    text: (entry) => `membuat kode pemulihan untuk ${person(entry)}`,
  },
  reset_password_with_code: { label: 'Kode pemulihan dipakai', text: () => 'memakai kode pemulihan' },
  confirm_sign_in_with_code: {
    label: 'Kode pemulihan dipakai untuk masuk',
    text: () => 'memakai kode pemulihan untuk masuk di perangkat baru',
  },
  update_warung_by_admin: {
    label: 'Data warung diubah',
    text: (entry) => `mengubah data warung milik ${person(entry)}`,
  },
  delete_warung_by_admin: {
    label: 'Warung dihapus',
    text: (entry) => `menghapus warung ${textOf(entry.details['name']) || `milik ${person(entry)}`}`,
  },
  create_warung_post: {
    label: 'Menu warung ditambah',
    text: (entry) => `menambah menu ${dish(entry)} di warung milik ${person(entry)}`,
  },
  update_post_by_admin: { label: 'Menu warung diubah', text: (entry) => `mengubah menu warung milik ${person(entry)}` },
  create_admin_post: { label: 'Postingan umum dibuat', text: (entry) => `membuat postingan umum ${dish(entry)}` },
  update_post: { label: 'Postingan umum diubah', text: (entry) => `mengubah postingan umum ${dish(entry)}` },
  delete_post: { label: 'Postingan dihapus', text: (entry) => `menghapus postingan ${dish(entry)}` },
  delete_comment: { label: 'Komentar dihapus', text: (entry) => `menghapus komentar ${person(entry)}` },
  create_banner: { label: 'Banner ditambah', text: () => 'menambah banner' },
  update_banner: { label: 'Banner diubah', text: () => 'mengubah banner' },
  set_banner_active: {
    label: 'Banner diaktifkan atau dinonaktifkan',
    text: ({ details }) => {
      if (details['active'] === true) return 'mengaktifkan banner';
      return details['replaced_by'] ? 'menonaktifkan banner karena mengaktifkan yang lain' : 'menonaktifkan banner';
    },
  },
  delete_banner: {
    label: 'Banner dihapus',
    text: ({ details }) => (details['was_active'] === true ? 'menghapus banner yang aktif' : 'menghapus banner'),
  },
  update_app_setting: {
    label: 'Pengaturan diubah',
    text: ({ target_id }) => `mengubah pengaturan ${settingLabel(target_id)}`,
  },
  add_spellings: { label: 'Ejaan ditambah', text: (entry) => `menambah ejaan ${alike(entry)}` },
  delete_spellings: { label: 'Ejaan dihapus', text: (entry) => `menghapus ejaan ${alike(entry)}` },
  export_users: { label: 'Daftar pengguna diunduh', text: () => 'mengunduh daftar pengguna' },
  export_warungs: { label: 'Daftar warung diunduh', text: () => 'mengunduh daftar warung' },
  export_reports: { label: 'Daftar laporan diunduh', text: () => 'mengunduh daftar laporan' },
  export_weeks: { label: 'Angka mingguan diunduh', text: () => 'mengunduh angka mingguan' },
  create_first_admin: { label: 'Admin pertama dibuat', text: () => 'menjadi admin pertama' },
  make_admin_by_operator: { label: 'Admin dibuat di server', text: () => 'dijadikan admin oleh pengelola server' },
  reset_admin_by_operator: {
    label: 'Tautan kata sandi admin dari server',
    text: () => 'mendapat tautan kata sandi baru dari pengelola server',
  },
};

function reported(entry: AuditEntry): string {
  if (entry.target_type === 'message') return `pesan ${person(entry)}`;
  const isComment = entry.target_type === 'comment';
  const under = 'food_name' in entry.details ? `di ${dish(entry)}` : '';
  return isComment ? `komentar ${person(entry)} ${under}` : `postingan ${dish(entry)}`;
}

/** The sentence of an entry, without the name of the admin. */
export const auditText = (entry: AuditEntry): string =>
  ofKnown(auditTexts, entry.action)?.text(entry).replaceAll(/ +/g, ' ').trim() ?? 'melakukan tindakan lain';
