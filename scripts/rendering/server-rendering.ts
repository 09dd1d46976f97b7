import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { splitStyles } from './split-styles.ts';

/** What stands for the shell alone, in web/index.html: its styles, its markup, and what it says without scripts. */
const shellOnly = /\s*<!--shell-->[^]*?<!--\/shell-->\s*/g;
const inRendered = [
  '<style>/*screen*/</style>',
  '<!--screen-->',
  '<p class="fp-late">Tombol belum bekerja? Muat ulang halaman ini.</p>' +
    '<noscript>Tanpa JavaScript Anda bisa masuk dan membaca. Untuk yang lain, aktifkan JavaScript di browser Anda.</noscript>',
];

/** Leaves out what is loaded lazily, but for the screens that are rendered: nothing of it shows in the first HTML. */
const withoutLazyCode = (areas: string[]): Plugin => ({
  name: 'without-lazy-code',
  enforce: 'pre',
  resolveId: (specifier, _importer, { kind }) =>
    kind !== 'dynamic-import' || areas.some((area) => specifier.endsWith(`/areas/${area}.ts`))
      ? null
      : { id: 'data:text/javascript,', external: true },
});

/**
 * Builds with what the server renders screens, into a folder of its own of the built web app: the code (web/src/app/render.tsx with all that
 * it imports), the page around a screen, and the rules of the stylesheet, of which each page gets those that it needs.
 * @param areas those of the screens that are rendered
 */
export function serverRendering(areas: string[]): Plugin {
  let root = '';
  return {
    name: 'server-rendering',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    async writeBundle({ dir = '' }, bundle) {
      const folder = path.join(dir, '.server');
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        root,
        plugins: [react(), withoutLazyCode(areas)],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/app/render.tsx',
          outDir: folder,
          emptyOutDir: true,
          minify: true,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
      const shell = await readFile(path.join(dir, 'index.html'), 'utf8');
      let places = 0;
      const page = shell.replaceAll(shellOnly, () => inRendered[places++] ?? '');
      if (places !== inRendered.length) throw new Error('index.html marks other places as those of the shell.');
      await writeFile(path.join(folder, 'page.html'), page);
      await writeFile(path.join(dir, 'index.html'), shell.replaceAll(/\s*<!--\/?shell-->/g, ''));
      const styles = Object.keys(bundle).find((name) => name.endsWith('.css')) ?? '';
      const rules = splitStyles(await readFile(path.join(dir, styles), 'utf8'));
      await writeFile(path.join(folder, 'styles.json'), JSON.stringify(rules));
    },
  };
}
