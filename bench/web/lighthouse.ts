import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../shared/product.ts';
import { milliseconds } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { chromiumPath } from './phone.ts';
import type { Phone } from './phone.ts';

/** Lighthouse is installed by itself (`npm --prefix bench/lighthouse ci`), as it brings more than a hundred packages along. */
const program = path.join(root, 'bench/lighthouse/node_modules/lighthouse/cli/index.js');

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

const scores = [
  ['performance', 95],
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
] as const;

/** Has Lighthouse judge the feed as a member sees it, on the mobile phone that it imitates. */
export async function measureLighthouse(phone: Phone, url: string): Promise<Row[]> {
  if (!existsSync(program)) {
    return [{ what: 'Lighthouse, mobile, feed', measured: 'not installed: npm --prefix bench/lighthouse ci' }];
  }
  const { categories, audits } = await report(phone, url);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const lcp = value('largest-contentful-paint');
  const cls = value('cumulative-layout-shift');
  const tbt = value('total-blocking-time');
  const row = (what: string, measured: string, budget: string, isMet: boolean): Row => ({
    what: `Lighthouse, mobile, feed: ${what}`,
    measured,
    budget,
    isMet,
  });
  return [
    ...scores.map(([name, least]) => {
      const score = Math.round((categories[name]?.score ?? 0) * 100);
      return row(name, `${score}`, `>= ${least}`, score >= least);
    }),
    row('largest contentful paint', `${(lcp / 1000).toFixed(2)} s`, '<= 2.0 s', lcp <= 2_000),
    row('layout shift', cls.toFixed(3), '<= 0.02', cls <= 0.02),
    row('blocking time', milliseconds(tbt), '<= 150 ms', tbt <= 150),
  ];
}

async function report(phone: Phone, url: string): Promise<Report> {
  const context = await phone.signedIn();
  const cookies = await context.cookies(url);
  await context.close();
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--output=json',
      '--quiet',
      `--extra-headers=${JSON.stringify(headers)}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      // Search engines are to find nothing of Lapau (D16).
      '--skip-audits=is-crawlable',
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath }, maxBuffer: 64 * 2 ** 20 },
  );
  return JSON.parse(stdout) as Report;
}
