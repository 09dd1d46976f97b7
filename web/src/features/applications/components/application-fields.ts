import type { ApplicationField, OwnApplication } from '@lapau/contract/applications';
import type { Read } from '@lapau/contract/known';
import { formatDateTime } from '../../../lib/format/time.ts';

export const fieldNames: Record<ApplicationField, string> = {
  warung_name: 'Nama warung',
  warung_description: 'Deskripsi',
  phone_number: 'Nomor HP',
  street: 'Jorong atau jalan',
  nagari: 'Nagari',
  kecamatan: 'Kecamatan',
  city: 'Kabupaten/kota',
  province: 'Provinsi',
  warung_avatar_url: 'Foto warung',
  sample_menu_image_url: 'Foto contoh menu',
};

/** The steps of the form, each with its fields. */
export const steps = [
  { title: 'Warung', fields: ['warung_name', 'warung_description', 'phone_number'] },
  { title: 'Alamat', fields: ['street', 'nagari', 'kecamatan', 'city', 'province'] },
  { title: 'Foto', fields: ['warung_avatar_url', 'sample_menu_image_url'] },
] as const satisfies { title: string; fields: ApplicationField[] }[];

/** Whether no new application may be sent: the last one waits, or has a status that only a later release knows (D102). */
export const isBeingDecided = ({ status }: OwnApplication): boolean => status !== 'approved' && status !== 'rejected';

/** The number of the step with this field, from 1. */
export const stepOf = (field: Read<string> | null): number =>
  1 +
  Math.max(
    0,
    steps.findIndex(({ fields }) => fields.some((own) => own === field)),
  );

export const stepPath = (step: number): string => `/become-seller?langkah=${step}`;

/** When an application was sent, with the colon that its fixed format has: '17 Agustus 2026, 09:05 WIB'. */
export const formatSentAt = (time: string): string => formatDateTime(time).replace(/\.(?=\d\d WIB$)/, ':');
