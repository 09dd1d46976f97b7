import { nativeBridge } from '../device/native.ts';
import { keepStorage } from '../device/persist.ts';
import { kept } from './install-prompt.ts';

/**
 * How this browser can install the app now: by its own dialog, by the person's own hand in the share menu, or not at all.
 */
export type InstallWay = 'dialog' | 'share-menu' | null;

const listeners = new Set<() => void>();
let isInstalled = false;

function notify(): void {
  for (const listener of listeners) listener();
}

window.addEventListener('beforeinstallprompt', notify);
window.addEventListener('appinstalled', () => {
  isInstalled = true;
  delete kept.prompt;
  keepStorage();
  notify();
});

/** Whether the page is shown by the installed app, or by the native one. */
const isApp = (): boolean =>
  nativeBridge() !== undefined ||
  (navigator as { standalone?: boolean }).standalone === true ||
  window.matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches;

/**
 * Safari of an iPhone or iPad, which alone has `standalone`, touch and a version of its own: the browsers inside of other apps have
 * no such version, and no 'Tambahkan ke Layar Utama' either.
 */
const isPhoneSafari = (): boolean =>
  'standalone' in navigator &&
  navigator.maxTouchPoints > 1 &&
  /Version\/[\d.]+ .*Safari\//.test(navigator.userAgent) &&
  !/CriOS|FxiOS|EdgiOS|OPiOS/.test(navigator.userAgent);

export const installWays = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: (): InstallWay => {
    if (isInstalled || isApp()) return null;
    if (kept.prompt) return 'dialog';
    return isPhoneSafari() ? 'share-menu' : null;
  },
};

/** Opens the browser's dialog, which works once for each event, and only by a tap. */
export async function openInstallDialog(): Promise<void> {
  const { prompt } = kept;
  delete kept.prompt;
  notify();
  await prompt?.prompt();
}
