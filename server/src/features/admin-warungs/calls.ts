import { count_all_warungs, warungStatusNames } from '@lapau/contract/admin-warungs';
import type { AdminWarung } from '@lapau/contract/admin-warungs';
import { nameOf } from '@lapau/contract/known';
import type { FastifyInstance } from 'fastify';
import { mountCsvExport } from '../../platform/http/csv-export.ts';
import { csvPhone, csvTime } from '../../platform/http/csv.ts';
import type { CsvColumns } from '../../platform/http/csv.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAction } from '../audit/rules.ts';
import { createWarungPost, updatePostByAdmin } from '../posts/rules-admin.ts';
import { getMenuPage } from '../posts/rules.ts';
import { countAdminWarungs, findAdminWarungPage } from './queries.ts';
import { deleteWarung } from './rules-delete.ts';
import { getWarungByAdmin, updateWarungByAdmin } from './rules.ts';

type AdminWarungCalls =
  | 'get_all_warungs_with_owner_info'
  | 'count_all_warungs'
  | 'get_warung_by_admin'
  | 'update_warung_by_admin'
  | 'delete_warung_by_admin'
  | 'get_warung_menu_by_admin'
  | 'create_warung_post'
  | 'update_post_by_admin';

export const adminWarungsCalls = (platform: Platform): Handlers<AdminWarungCalls> => {
  const { database, transaction } = platform;
  return {
    get_all_warungs_with_owner_info: ({ input }) => findAdminWarungPage(database, input),
    count_all_warungs: ({ input }) => countAdminWarungs(database, input),
    get_warung_by_admin: ({ input }) => getWarungByAdmin(database.db, input.warung_id),
    update_warung_by_admin: ({ input, actor }) => transaction((tx) => updateWarungByAdmin(tx, actor, input)),
    delete_warung_by_admin: ({ input, actor }) => transaction((tx) => deleteWarung(tx, actor, input)),
    get_warung_menu_by_admin: ({ input: { warung_id, ...page } }) => getMenuPage(database, warung_id, page),
    create_warung_post: ({ input, actor }) => transaction((tx) => createWarungPost(tx, actor, input)),
    update_post_by_admin: ({ input, actor }) => transaction((tx) => updatePostByAdmin(tx, actor, input)),
  };
};

const columns: CsvColumns<AdminWarung> = [
  ['Nama warung', (warung) => warung.name],
  ['Deskripsi', (warung) => warung.bio],
  ['Alamat', (warung) => warung.address],
  ['Nagari', (warung) => warung.nagari],
  ['Telepon', (warung) => csvPhone(warung.phone_number)],
  ['WhatsApp', (warung) => csvPhone(warung.whatsapp_number)],
  ['Buka', (warung) => (warung.is_open ? 'Buka' : 'Tutup')],
  ['Status', ({ status }) => nameOf(warungStatusNames, status)],
  ['Pemilik', (warung) => warung.owner_full_name],
  ['Email pemilik', (warung) => warung.owner_email],
  ['Terdaftar (WIB)', (warung) => csvTime(warung.created_at)],
];

/** GET /export/warung.csv: the stalls of get_all_warungs_with_owner_info as a file. */
export const mountWarungExport = (app: FastifyInstance, gate: Gate, platform: Platform): void =>
  mountCsvExport(app, gate, platform, {
    name: 'warung',
    filter: count_all_warungs.input,
    // The log says whether something was looked for, but not what: it may be a name, a number or an e-mail (D130).
    record: (tx, admin, { search_term, ...filter }) =>
      recordAction(tx, admin, {
        action: 'export_warungs',
        target: { type: 'list', id: 'warung' },
        details: { filter: { ...filter, searched: search_term !== '' } },
      }),
    columns,
    findBatch: (filter, before, limit) => findAdminWarungPage(platform.database, { ...filter, before, limit }),
  });
