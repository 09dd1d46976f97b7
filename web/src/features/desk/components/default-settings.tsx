import { ofKnown } from '@lapau/contract/known';
import type { Read } from '@lapau/contract/known';
import type { SettingKey } from '@lapau/contract/settings';
import { Link } from '../../../ui/parts/link.tsx';
import { settingFields } from '../../settings/components/setting-fields.ts';

/** The settings that nobody has set yet. */
export function DefaultSettings({ keys }: { keys: readonly Read<SettingKey>[] }) {
  const labels = keys.flatMap((key) => ofKnown(settingFields, key)?.label ?? []);
  if (labels.length === 0) return null;
  return (
    <section className="rounded-card bg-surface p-3">
      <h2 className="font-semibold">Belum diatur</h2>
      <p className="text-small text-muted">{labels.join(' · ')}</p>
      <Link
        to="/admin/settings"
        className="inline-flex min-h-11 items-center underline underline-offset-4 active:opacity-70"
      >
        Buka pengaturan
      </Link>
    </section>
  );
}
