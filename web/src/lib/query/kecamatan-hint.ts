import { kecamatanNames } from '@lapau/contract/area';
import { useSettings } from './settings.tsx';

/** The hint under every field for a kecamatan: whose people may sign up and sell. */
export function useKecamatanHint(): string {
  const names = kecamatanNames(useSettings().allowed_kecamatan);
  return names.length === 1
    ? `Tersedia untuk Kecamatan ${names[0]}.`
    : `Tersedia untuk kecamatan: ${names.join(', ')}.`;
}
