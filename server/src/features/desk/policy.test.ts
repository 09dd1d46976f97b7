import { expect, test } from 'vitest';
import { isOpenedByPerson } from './policy.ts';

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1';
const opened = (headers: Record<string, string>, method = 'GET') =>
  isOpenedByPerson({ method, headers: { 'user-agent': chrome, ...headers } });

test.each([
  ['an old browser', { 'user-agent': safari }],
  ['a link in a chat', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }],
  ['a typed address', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }],
  ['the browser in Facebook', { 'user-agent': `${safari} [FBAN/FBIOS;FBAV/440.0.0.0]` }],
])('%s is a person', (_who, headers) => expect(opened(headers)).toBe(true));

test.each([
  'WhatsApp/2.24.9.78 A',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/130.0.0.0 Safari/537.36',
  'curl/8.5.0',
  '',
])('%j is no person', (agent) => expect(opened({ 'user-agent': agent })).toBe(false));

test.each([
  ['HEAD', {}, 'HEAD'],
  ['a refused form', {}, 'POST'],
  ['a page fetched ahead', { 'sec-purpose': 'prefetch' }],
  ['a page rendered ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ['an older prefetch', { purpose: 'prefetch' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a script', { 'sec-fetch-dest': 'empty' }],
  ['a link of the page itself', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }],
] as [string, Record<string, string>, string?][])('%s is not counted', (_what, headers, method) =>
  expect(opened(headers, method)).toBe(false),
);
