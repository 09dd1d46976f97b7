/** The event by which Chromium lets a page offer its installation (https://wicg.github.io/manifest-incubations/#installation-prompts). */
export type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** The event that the browser has sent. It does so once, before the code that offers the installation has arrived. */
export const kept: { prompt?: InstallPrompt | undefined } = {};

globalThis.window?.addEventListener('beforeinstallprompt', (event) => {
  // The browser shows no bar of its own then.
  event.preventDefault();
  kept.prompt = event as InstallPrompt;
});
