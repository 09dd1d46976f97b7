import { cookieName } from '../../platform/session/cookies.ts';
import { codeIn, error, failureOf, ok, refusalOf, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** The headers of a browser in which somebody has typed the address. */
const headers = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'id-ID',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (Linux; Android 10) lapau-doctor',
};

const get = (url: string, more: Record<string, string> = {}) =>
  fetch(url, { headers: { ...headers, ...more }, redirect: 'manual' }).catch((failure: unknown) => {
    throw new Error(`${url}: ${failureOf(failure)}`, { cause: failure });
  });

const failed = (text: string, mend: string) => error('pages', text, mend);

const unchanged = 'Have the proxy pass pages on as they come, with all their headers, and keep none of them.';

/** Checks that Lapau's page, the cookie that comes with it and its code reach a browser through PUBLIC_URL. */
export async function checkPages(publicUrl: string): Promise<Finding> {
  const address = `${publicUrl}/login`;
  const page = await get(address);
  const html = await page.text();
  const refusal = refusalOf('pages', address, page.status, codeIn(html));
  if (refusal) return refusal;
  if (page.status !== 200 || !html.includes('id="root"'))
    return failed(`${address} is answered with ${page.status}, not with Lapau’s page`, unchanged);
  return (await faultInPage(publicUrl, page, html)) ?? ok('pages', 'the page comes through with its cookie and code');
}

async function faultInPage(publicUrl: string, page: Response, html: string): Promise<Finding | undefined> {
  const policy = page.headers.get('content-security-policy');
  if (policy === null) return warning('pages', 'the proxy takes the header Content-Security-Policy away', unchanged);
  // fetch joins two such headers by a comma, and a browser obeys both.
  if (policy.includes(',') || !policy.startsWith("default-src 'self'"))
    return failed('the proxy changes the header Content-Security-Policy: browsers may not run the app', unchanged);
  return (await faultInCookies(publicUrl, page)) ?? (await faultInCode(publicUrl, html));
}

async function faultInCookies(publicUrl: string, page: Response): Promise<Finding | undefined> {
  const name = cookieName(publicUrl, 'device');
  const cookieOf = ({ headers: answered }: Response) =>
    answered.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  const cookie = cookieOf(page);
  if (cookie === undefined)
    return failed('the proxy takes the cookies of answers away, or renames them: nobody stays signed in', unchanged);
  const isWhole = /; *path=\/(;|$)/i.test(cookie) && !/; *domain=/i.test(cookie);
  if (!isWhole || (name.startsWith('__Host-') && !/; *secure(;|$)/i.test(cookie)))
    return failed('the proxy changes the attributes of cookies: browsers refuse them', unchanged);
  const address = `${publicUrl}/login`;
  if (cookieOf(await get(address)) === cookie)
    return failed('the proxy keeps pages and gives them to others, with their cookies', unchanged);
  const [pair = ''] = cookie.split(';', 1);
  return cookieOf(await get(address, { cookie: pair })) === undefined
    ? undefined
    : failed('the proxy does not pass on the header Cookie: nobody stays signed in', unchanged);
}

async function faultInCode(publicUrl: string, html: string): Promise<Finding | undefined> {
  const path = /<script[^>]* type="module"[^>]* src="(\/[^"]+)"/.exec(html)?.[1];
  if (path === undefined)
    return failed('the proxy changes the scripts of the page', 'Turn off what the proxy optimises in pages.');
  const code = await get(publicUrl + path);
  const type = code.headers.get('content-type') ?? 'no type';
  await code.body?.cancel();
  if (code.status === 200 && /^(text|application)\/javascript/.test(type)) return undefined;
  const mend = 'Have the proxy ask Lapau for every path: no rules of its own for .js, .css or pictures.';
  return failed(`${publicUrl}${path}, the code of the page, is answered with ${code.status} (${type})`, mend);
}
