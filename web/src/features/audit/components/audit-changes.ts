import type { AuditEntry } from '@lapau/contract/audit';
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
};

const shown = (key: string, value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'kosong';
  if (typeof value === 'boolean') return value ? 'ya' : 'tidak';
  if (typeof value === 'string' && key.endsWith('_at')) return formatDateTime(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What an entry says of before and after: the fields that differ. */
export function changesOf({ details: { before, after } }: AuditEntry): AuditChange[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  return Object.keys({ ...before, ...after })
    .map((key) => ({
      field: fields[key] ?? settingLabel(key),
      before: shown(key, before[key]),
      after: shown(key, after[key]),
    }))
    .filter((change) => change.before !== change.after);
}
