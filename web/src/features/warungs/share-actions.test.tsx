import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ShareActions } from './components/share-actions.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The buttons of a menu whose pictures are ready, with whether each is the main one. */
function buttons(): Record<string, boolean> {
  const files = [new File(['picture'], 'menu-1.jpg', { type: 'image/jpeg' })];
  const html = renderToStaticMarkup(<ShareActions what="Menu" pictures={{ files, status: 'ready' }} text="Gulai" />);
  return Object.fromEntries(
    [...html.matchAll(/<button[^>]* class="([^"]*)".*?<\/button>/g)].map(([button, styles]) => [
      button.replaceAll(/<[^>]+>/g, ''),
      / bg-gold /.test(` ${styles} `),
    ]),
  );
}

test('a menu is shared, else saved, and in the native app, which can do neither, copied', () => {
  vi.stubGlobal('navigator', { canShare: () => true });
  expect(buttons()).toEqual({ Bagikan: true, Simpan: false, 'Salin teks': false });
  vi.stubGlobal('navigator', {});
  expect(buttons()).toEqual({ Simpan: true, 'Salin teks': false });
  vi.stubGlobal('window', { Capacitor: { isNativePlatform: () => true } });
  expect(buttons()).toEqual({ 'Salin teks': true });
});
