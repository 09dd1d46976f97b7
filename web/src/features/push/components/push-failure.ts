import { ApiError } from '../../../lib/calls/api-error.ts';
import { nativeBridge } from '../../../lib/device/native.ts';
import type { PushState } from '../../../lib/push/push-device.ts';

type Without = Exclude<PushState, 'prompt' | 'granted' | 'off'> | 'unreachable';

const reasons: Record<Without, [browser: string, app: string]> = {
  blocked: [
    'Browser ini memblokir notifikasi dari Lapau. Izinkan di pengaturan browser, lalu kembali ke sini.',
    'HP ini memblokir notifikasi dari Lapau. Izinkan di pengaturan HP, lalu kembali ke sini.',
  ],
  install: [
    'Di iPhone, pasang dulu Lapau di layar utama: ketuk Bagikan, lalu ‘Tambahkan ke Layar Utama’. Nyalakan notifikasi dari sana.',
    '',
  ],
  none: ['Browser ini tidak bisa menerima notifikasi.', 'Aplikasi ini dibuat tanpa notifikasi.'],
  unreachable: [
    'Notifikasi tidak menyala: browser ini tidak dapat menghubungi layanan notifikasinya. Coba lagi nanti, atau pakai browser lain.',
    'Notifikasi tidak menyala: HP ini tidak dapat menghubungi layanan notifikasi Google. Coba lagi nanti.',
  ],
};

/** The reason why no pushes come to this device. */
export const pushReason = (reason: Without): string => reasons[reason][nativeBridge() ? 1 : 0];

/** The reason why push could not be turned on: the server's text, or one for the browser's, whose own words are English. */
export function pushFailure(error: Error): string {
  if (error instanceof ApiError) return error.message;
  // The person or the system has taken the permission back meanwhile, which Chromium calls an AbortError.
  const isBlocked = error.name === 'NotAllowedError' || error.message.endsWith('permission denied');
  return pushReason(isBlocked ? 'blocked' : 'unreachable');
}
