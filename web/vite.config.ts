import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { lateStyles } from '../scripts/old-browsers/late-styles.ts';
import { oldestChromium } from '../scripts/old-browsers/late.ts';
import { lowerStyles } from '../scripts/old-browsers/lower-styles.ts';
import { spaceFallbacks } from '../scripts/old-browsers/space-fallbacks.ts';
import { serverRendering } from '../scripts/rendering/server-rendering.ts';
import { chunkGroups } from './src/app/chunks.ts';
import { renderedAreas } from './src/app/rendered-screens.ts';

const server = process.env.LAPAU_SERVER ?? 'http://127.0.0.1:3000';

/** The code that pages with a photo or a screen in their HTML start with. */
const beforeCode = 'src/app/before-code.ts';

/** Puts a `.br` and a `.gz` beside every text file, so that the server never compresses while it serves. */
function precompress(): Plugin {
  const text = /\.(js|css|svg|json|webmanifest)$/;
  const variants = {
    br: (content: Buffer) =>
      promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const names = (await readdir(dir, { recursive: true })).filter(
        (name) => text.test(name) && !name.startsWith('.'),
      );
      for (const name of names) {
        const file = join(dir, name);
        const content = await readFile(file);
        for (const [ending, compress] of Object.entries(variants)) {
          await writeFile(`${file}.${ending}`, await compress(content));
        }
      }
    },
  };
}

function spacedFallbacks(): Plugin {
  return {
    name: 'spaced-fallbacks',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle))
          if (asset.type === 'asset' && asset.fileName.endsWith('.css') && typeof asset.source === 'string')
            asset.source = spaceFallbacks(asset.source);
      },
    },
  };
}

/** Ends the build when a stylesheet or the page asks for what the oldest Chromium in use does not know (D138). */
function refuseLateStyles(): Plugin {
  return {
    name: 'refuse-late-styles',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      for (const name of (await readdir(dir, { recursive: true })).filter((file) => /\.(css|html)$/.test(file))) {
        const text = await readFile(join(dir, name), 'utf8');
        const styles = name.endsWith('.css')
          ? [text]
          : [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
        const late = styles.flatMap(lateStyles);
        if (late.length > 0) this.error(`${name} asks for what Chromium ${oldestChromium} lacks:\n${late.join('\n')}`);
      }
    },
  };
}

/**
 * Lets the bundler leave out the router's components that nobody uses: each is kept by a call that has no PURE annotation, or by the
 * display name that is set on it. docs/web.md says why the bundler's own options cannot do it. A release of the router in which
 * nothing is found to mark ends the build, instead of making the first load larger unnoticed.
 */
function pureRouter(): Plugin {
  const names = /^\w+\.displayName = .*$/gm;
  const creations = /= (React\$?\w*\.(?:forwardRef|createContext)\()/g;
  const found = { names: 0, creations: 0 };
  return {
    name: 'pure-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\// },
      handler: (code) => {
        found.names += code.match(names)?.length ?? 0;
        found.creations += code.match(creations)?.length ?? 0;
        return code.replace(names, '').replace(creations, '= /* @__PURE__ */ $1');
      },
    },
    buildEnd(error) {
      if (!error && (found.names === 0 || found.creations === 0))
        this.error('react-router has nothing to mark as pure.');
    },
  };
}

/**
 * Completes the first paint of index.html: it gets the mark, and the stylesheet comes after it, since in the head it would
 * hold the first paint back until it has arrived.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const mark = await readFile(join(import.meta.dirname, 'public/mark.svg'), 'utf8');
        const page = html.replace('<!--mark-->', mark.trim());
        if (!bundle) return page;
        const [link] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
        if (!link || !page.includes('<!--styles-->'))
          throw new Error('index.html has no stylesheet, or no place for it.');
        return page.replace(link, '').replace('<!--styles-->', link);
      },
    },
  };
}

const workers = { worker: 'src/worker/worker.ts', 'worker-leave': 'src/worker/leave.ts' };

/** Builds each worker into one file without imports, as some browsers know no workers that are modules. */
function serviceWorkers(): Plugin {
  return {
    name: 'service-workers',
    apply: 'build',
    async generateBundle() {
      for (const [name, input] of Object.entries(workers)) {
        const built = (await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          build: {
            write: false,
            modulePreload: false,
            rolldownOptions: { input: join(import.meta.dirname, input), output: { format: 'iife' } },
          },
        })) as Rolldown.RolldownOutput;
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: built.output[0].code });
      }
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    pureRouter(),
    firstPaint(),
    serviceWorkers(),
    serverRendering(renderedAreas),
    spacedFallbacks(),
    refuseLateStyles(),
    precompress(),
  ],
  css: { postcss: { plugins: [lowerStyles] } },
  build: {
    // As old as can be (D87); docs/web.md says what it does not lower. The syntax of scripts is that of ES2022 as it is.
    cssTarget: ['chrome96', 'firefox114', 'safari16.4'],
    // The server reads it to name the code of the requested screen in the page's head.
    manifest: true,
    // Nothing may be inlined: the content security policy allows scripts from files only, and files are cached for ever.
    assetsInlineLimit: 0,
    // One stylesheet: a lazy one that failed to load would not be fetched again, as its element stays in the page.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', beforeCode],
      output: {
        codeSplitting: {
          groups: [
            // What releases seldom change.
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]/,
            },
            // What the first paint needs comes in one file, instead of one for each part that other screens share.
            { name: 'app', tags: ['$initial'], test: (id) => !id.endsWith(beforeCode) },
            // Few files at rest and few for each screen: with one for every shared part, a page on a slow line waits for dozens.
            ...chunkGroups(),
          ],
        },
      },
    },
  },
  server: {
    // The Host header stays: the server holds a write's Origin against it.
    proxy: {
      '/rpc': { target: server },
      '/auth': { target: server },
      '/storage': { target: server },
      '/realtime': { target: server, ws: true },
    },
  },
});
