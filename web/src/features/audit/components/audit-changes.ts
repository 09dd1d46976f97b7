import type { AuditEntry } from '@lapau/contract/audit';
import { nameOf } from '@lapau/contract/known';
import { roleNames } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';
import { formatDateTime } from '../../../lib/format/time.ts';
import { settingLabel } from './audit-texts.ts';

type AuditChange = { field: string; before: string; after: string };

const fields: Record<string, string> = {
  full_name: 'Nama lengkap',
  email: 'Email',
  phone: 'Nomor HP',
  role: 'Peran',
  address: 'Alamat',
  nagari: 'Nagari',
  kecamatan: 'Kecamatan',
  name: 'Nama',
  bio: 'Deskripsi',
  phone_number: 'Telepon',
  whatsapp_number: 'WhatsApp',
  food_name: 'Nama menu',
  price: 'Harga',
  description: 'Deskripsi',
  is_open: 'Tersedia',
  images: 'Foto',
  image_url: 'Gambar',
  link_url: 'Tautan',
  starts_at: 'Mulai',
  ends_at: 'Selesai',
  is_active: 'Aktif',
};

const nothing = 'kosong';

/** Fields that are stored as paths, which say nothing to a person. */
const pictures = new Set(['images', 'image_url', 'logo_url', 'favicon_url', 'announcement_image_url']);

const shown = (key: string, value: unknown): string => {
  if (value === undefined || value === null || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'ya' : 'tidak';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (key.endsWith('_at')) return formatDateTime(value);
  if (key === 'link_previews') return value === 'off' ? 'tidak' : 'ya';
  return key === 'role' ? nameOf(roleNames, value as Role) : value;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const fieldName = (key: string) => fields[key] ?? settingLabel(key);
const renamed = ({ before, after }: Omit<AuditChange, 'field'>) => ({
  before: before === nothing ? nothing : 'yang lama',
  after: after === nothing ? nothing : 'yang baru',
});

/** The changes that an entry tells: the fields that differ between before and after. */
export function changesOf({ details: { before, after } }: AuditEntry): AuditChange[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return Object.keys({ ...before, ...after })
    .map((key) => ({ key, before: shown(key, before[key]), after: shown(key, after[key]) }))
    .filter((change) => change.before !== change.after)
    .map(({ key, ...change }) => ({ field: fieldName(key), ...(pictures.has(key) ? renamed(change) : change) }));
}
