import { allowedKecamatan } from '@lapau/contract/area';
import { useSettings } from './settings.tsx';

/** Under every field for a kecamatan: whose people may sign up and sell. */
export const useKecamatanHint = (): string =>
  `Tersedia untuk kecamatan: ${allowedKecamatan(useSettings().allowed_kecamatan).join(', ')}.`;
