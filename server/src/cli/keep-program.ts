import { readdir, readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';

const compress = promisify(gzip);

/**
 * Keeps a release's modules in memory for when they are first imported: an installation replaces the package under the process that
 * runs, and the next release's have other names. In a repository nothing is kept, as its modules are those of all packages.
 */
export async function keepProgram(): Promise<void> {
  if (path.extname(import.meta.filename) !== '.js') return;
  const kept = new Map<string, Buffer>();
  for (const name of await readdir(import.meta.dirname)) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(import.meta.dirname, name);
    kept.set(pathToFileURL(file).href, await compress(await readFile(file), { level: 1 }));
  }
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = specifier.startsWith('.') ? URL.parse(specifier, context.parentURL)?.href : specifier;
      return url !== undefined && kept.has(url)
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context);
    },
    load: (url, context, next) => {
      const code = kept.get(url);
      return code ? { format: 'module', source: gunzipSync(code), shortCircuit: true } : next(url, context);
    },
  });
}
