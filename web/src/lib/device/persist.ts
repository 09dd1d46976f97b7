let isAsked = false;

/**
 * Asks the browser not to delete stored data when the phone is short of room. Chromium and Safari decide by themselves, by how the site
 * is used. Firefox would ask the person, who has just done something else, so that it is not asked.
 */
export function keepStorage(): void {
  const isFirefox = globalThis.CSS?.supports('-moz-appearance', 'none');
  if (isAsked || isFirefox) return;
  isAsked = true;
  void globalThis.navigator?.storage?.persist?.().catch(() => undefined);
}
