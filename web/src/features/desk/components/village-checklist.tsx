import type { CallOutput } from '@lapau/contract/calls';
import type { SettingKey } from '@lapau/contract/settings';
import { useMember } from '../../../lib/session/session.tsx';
import { Checklist } from '../../../ui/lists/checklist.tsx';

/** A village with so many stalls needs no first steps. */
const settledSellers = 3;

type Stats = Pick<CallOutput<'get_admin_stats'>, 'total_sellers' | 'default_settings'>;

export const isNewVillage = ({ total_sellers: sellers }: Stats): boolean => sellers < settledSellers;

/** What the first admin of a village does in the first evening. */
export function VillageChecklist({ stats: { total_sellers: sellers, default_settings: unset } }: { stats: Stats }) {
  const { user } = useMember();
  const isSet = (key: SettingKey) => !unset.includes(key);
  const steps = [
    { label: 'Pasang logo nagari', isDone: isSet('logo_url'), to: '/admin/settings?bagian=aplikasi' },
    {
      label: 'Tentukan kecamatan yang boleh mendaftar',
      isDone: isSet('allowed_kecamatan'),
      to: '/admin/settings?bagian=pendaftaran',
    },
    { label: 'Tulis pengumuman pertama', isDone: isSet('announcement_text'), to: '/admin/settings?bagian=pengumuman' },
    { label: 'Ajak warung yang pertama', isDone: sellers > 0, to: '/ajak' },
  ];
  return (
    <Checklist title="Langkah pertama" storageKey="dismissed-village-checklist" personId={user.id} steps={steps} />
  );
}
