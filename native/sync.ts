// Makes the Android project open the site of PUBLIC_URL: `PUBLIC_URL=https://lapau.example npm run sync`.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';

const here = new URL('./', import.meta.url);

/** Hosts that an emulator or a phone on a cable reaches without TLS. */
const developmentHosts = new Set(['10.0.2.2', '127.0.0.1', 'localhost']);

/** @throws Error when the address is not that of a site */
function readSite(value: string | undefined): URL {
  const site = URL.parse(value ?? '');
  if (!site || site.href !== `${site.origin}/`) {
    throw new Error('PUBLIC_URL must be the address of the site without a path, such as https://lapau.example');
  }
  if (site.protocol !== 'https:' && !developmentHosts.has(site.hostname)) {
    throw new Error('PUBLIC_URL must start with https://');
  }
  return site;
}

const site = readSite(process.env['PUBLIC_URL']);

const config = {
  appId: 'id.lapau.app',
  appName: 'Lapau',
  webDir: 'www',
  loggingBehavior: 'debug',
  server: {
    url: site.origin,
    cleartext: site.protocol === 'http:',
    // The error page is at https://localhost: at the site's own origin the service worker would answer.
    errorPath: 'index.html',
    // allowNavigation is left out, as each origin in it would get the bridge.
  },
  android: {
    // Chromium of the last five years. Older WebViews do not run the bridge before the page (docs/native.md).
    minWebViewVersion: 96,
    // The service worker requests nothing that the shell would answer.
    resolveServiceWorkerRequests: false,
  },
};

const page = await readFile(new URL('unreachable.html', here), 'utf8');
await mkdir(new URL('www/', here), { recursive: true });
await writeFile(new URL('www/index.html', here), page.replaceAll('https://lapau.example', site.origin));
await writeFile(new URL('capacitor.config.json', here), `${JSON.stringify(config, null, 2)}\n`);
execFileSync('cap', ['sync', 'android'], { cwd: here, stdio: 'inherit' });
