/** Fetches the code of sheets, dialogs and menus, so that the first one opens at once and also offline. Call it when idle. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([
    import('./sheet-panel.tsx'),
    import('./dialog-panel.tsx'),
    import('./confirm-panel.tsx'),
    import('./menu-panel.tsx'),
  ]);
}
