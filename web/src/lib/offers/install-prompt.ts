/** The event by which Chromium lets a page offer its installation (https://wicg.github.io/manifest-incubations/#installation-prompts). */
export type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** The event that the browser has sent, which it does once, before the code that offers anything has arrived. */
export const kept: { prompt?: InstallPrompt | undefined } = {};

globalThis.window?.addEventListener('beforeinstallprompt', (event) => {
  // Without a bar of the browser's own.
  event.preventDefault();
  kept.prompt = event as InstallPrompt;
});
