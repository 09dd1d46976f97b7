let isAsked = false;

/**
 * Asks the browser not to delete what is stored when the phone is short of room. Chromium and Safari decide by themselves, by how the site
 * is used. Firefox would ask the person, who has just done something else: it is not asked.
 */
export function keepStorage(): void {
  const isFirefox = globalThis.CSS?.supports('-moz-appearance', 'none');
  if (isAsked || isFirefox) return;
  isAsked = true;
  void globalThis.navigator?.storage?.persist?.().catch(() => undefined);
}
