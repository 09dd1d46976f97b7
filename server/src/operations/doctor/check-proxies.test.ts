import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { startApache, startHaproxy, startNginx } from '../../testing/proxies.ts';
import { startTestServer } from '../../testing/server.ts';
import { checkAddress } from './check-address.ts';
import { checkPages } from './check-pages.ts';
import { checkWrites } from './check-writes.ts';

const { url } = await startTestServer({ assets: { 'app.js': '// the app' } });
const proxyPass = `proxy_pass ${url}; proxy_set_header Host $http_host;`;
const patienceMs = 60_000;

const haproxy = (...rules: string[]) => startHaproxy(url, ...rules);
const nginx = (...lines: string[]) => startNginx(url, ...lines);
const apache = (...lines: string[]) => startApache('ProxyPreserveHost On', `ProxyPass / ${url}/`, ...lines);

test.each<[string, () => Promise<string>]>([
  ['no proxy', () => Promise.resolve(url)],
  ['HAProxy', () => haproxy()],
  ['nginx', () => nginx(`location / { ${proxyPass} client_max_body_size 11m; }`)],
  ['Apache', () => apache()],
])('pages and writes come through %s', async (_what, start) => {
  const address = await start();
  expect(await checkPages(address)).toMatchObject({ check: 'pages', state: 'ok' });
  expect(await checkWrites(address, patienceMs)).toMatchObject({ check: 'writes', state: 'ok' });
});

test.each<[finding: RegExp, start: () => Promise<string>]>([
  [/Content-Security-Policy away/, () => haproxy('http-response del-header Content-Security-Policy')],
  [
    /changes the header Content-Sec/,
    () => haproxy(`http-response add-header Content-Security-Policy default-src\\ 'none'`),
  ],
  [/changes the header Content-Sec/, () => apache(`Header set Content-Security-Policy "script-src 'none'"`)],
  [/takes the cookies of answers away/, () => haproxy('http-response del-header Set-Cookie')],
  [/attributes of cookies/, () => nginx(`location / { ${proxyPass} proxy_cookie_path / /lapau/; }`)],
  [/attributes of cookies/, () => apache('Header edit Set-Cookie $ ";Domain=lapau.example"')],
  [/does not pass on the header Cookie/, () => nginx(`location / { ${proxyPass} proxy_set_header Cookie ""; }`)],
  [
    /keeps pages and gives them to others/,
    () =>
      nginx(
        `location / { ${proxyPass} proxy_cache kept; proxy_cache_valid any 1h; proxy_ignore_headers Cache-Control Set-Cookie; }`,
      ),
  ],
  [/app\.js.* answered with 404/, () => nginx(`location / { ${proxyPass} } location ~ [.]js$ { root /nowhere; }`)],
  [
    /changes the scripts/,
    () =>
      nginx(
        `location / { ${proxyPass} proxy_set_header Accept-Encoding ""; sub_filter 'type="module"' 'type="text/rocket"'; }`,
      ),
  ],
  [/answered with 401, not with Lapau/, () => haproxy('http-request return status 401 if { path /login }')],
  [
    /answered with 200, not with Lapau/,
    () => haproxy('http-request return status 200 content-type text/html string "<h1>soon</h1>"'),
  ],
])('a proxy that does wrong with pages is named: %s', async (finding, start) => {
  const { text, state, mend } = await checkPages(await start());
  expect(text).toMatch(finding);
  expect([state === 'ok', mend === undefined]).toEqual([false, false]);
});

test.each<[finding: RegExp, mend: RegExp, start: () => Promise<string>]>([
  [
    /another Origin than it is given/,
    /header Origin/,
    () => haproxy('http-request set-header Origin http://elsewhere.example'),
  ],
  [/called with POST, is answered with 403/, /the method POST/, () => haproxy('http-request deny if METH_POST')],
  [
    /called with POST, is answered with 301/,
    /the method POST/,
    () => haproxy('http-request redirect code 301 location / if METH_POST'),
  ],
  [
    /called with POST, is answered with 415/,
    /Content-Type/,
    () => haproxy('http-request set-header Content-Type text/plain'),
  ],
  [/photo of 10 MB, is answered with 413/, /client_max_body_size 11m/, () => nginx(`location / { ${proxyPass} }`)],
])('a proxy that does wrong with writes is named: %s', async (finding, mend, start) => {
  const found = await checkWrites(await start(), patienceMs);
  expect(found).toMatchObject({
    state: 'error',
    text: expect.stringMatching(finding),
    mend: expect.stringMatching(mend),
  });
});

test.each<[finding: RegExp, mend: RegExp, rules: string]>([
  [
    /refused for its host: the proxy passes on another Host/,
    /ProxyPreserveHost On/,
    'http-request set-header Host other.example',
  ],
  [
    /leads on to https:\/\/other\.example\/healthz/,
    /Set PUBLIC_URL/,
    'http-request redirect prefix https://other.example',
  ],
  [/answered with 503, not by Lapau/, /the name lead to the proxy/, 'http-request return status 503'],
])('a proxy that leads elsewhere is named: %s', async (finding, mend, rules) => {
  const config = { ...readConfig({}, 'start'), publicUrl: await haproxy(rules) };
  expect(await checkAddress(config)).toEqual([
    {
      check: 'address',
      state: 'error',
      text: expect.stringMatching(finding) as string,
      mend: expect.stringMatching(mend) as string,
    },
  ]);
});
