import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { buildWeb } from './build-web.ts';

/** Writes a partial build, then continues as the file `web/then` directs. */
const vite = `
  const fs = require('node:fs');
  const folder = process.argv[process.argv.indexOf('--outDir') + 1];
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(folder + '/half.js', '');
  fs.writeFileSync('began', '');
  const then = fs.readFileSync('then', 'utf8');
  if (then === 'fail') throw new Error('no such icon');
  if (then === 'wait') setInterval(() => {}, 1000);
  else fs.writeFileSync(folder + '/index.html', then === 'environment' ? process.env.NODE_ENV : then);
`;

const anHourAgo = new Date(Date.now() - 3_600_000);

/** A repository with a program in the place of Vite; its sources are older than an hour. */
function makeRepository(then: string) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lapau-build-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  const files = {
    'package-lock.json': '{}',
    'web/src/main.tsx': '',
    'contract/src/call.ts': '',
    'web/then': then,
    'node_modules/vite/bin/vite.js': vite,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    utimesSync(path.join(root, file), anHourAgo, anHourAgo);
  }
  const dist = path.join(root, 'web/dist');
  return {
    root,
    dist,
    page: () => readFileSync(path.join(dist, 'index.html'), 'utf8'),
    /** Writes the files that an earlier build left. */
    buildBefore: (builtAt: Date) => {
      mkdirSync(dist);
      writeFileSync(path.join(dist, 'index.html'), 'earlier');
      utimesSync(path.join(dist, 'index.html'), builtAt, builtAt);
    },
    leftovers: () => readdirSync(path.join(root, 'node_modules/.cache')),
  };
}

const longAgo = new Date(0);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test.each(['web/index.html', 'web/public/icon.svg', 'web/vite.config.ts', 'scripts/rendering/split-styles.ts'])(
  'builds again when %s has changed',
  async (file) => {
    const { root, page, buildBefore } = makeRepository('built anew');
    buildBefore(inMinutes(1));
    await buildWeb({ root });
    expect(page()).toBe('earlier');
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
    utimesSync(path.join(root, file), inMinutes(2), inMinutes(2));
    await buildWeb({ root });
    expect(page()).toBe('built anew');
  },
);

test('builds when nothing is built, and again only when the sources are newer', async () => {
  const { root, dist, page, leftovers } = makeRepository('first');
  await buildWeb({ root });
  expect(page()).toBe('first');
  writeFileSync(path.join(root, 'web/then'), 'second');
  await buildWeb({ root });
  expect(page()).toBe('first');
  utimesSync(path.join(dist, 'index.html'), longAgo, longAgo);
  await buildWeb({ root });
  expect(page()).toBe('second');
  expect(leftovers()).toEqual([]);
});

test('a build is for production, in whatever environment it is asked for', async () => {
  const { root, page } = makeRepository('environment');
  expect(process.env.NODE_ENV).toBe('test');
  await buildWeb({ root });
  expect(page()).toBe('production');
});

test('an interrupted build leaves the earlier build and no partial files', async () => {
  const { root, page, buildBefore, leftovers } = makeRepository('wait');
  buildBefore(longAgo);
  const stopping = new AbortController();
  const build = buildWeb({ root, signal: stopping.signal });
  while (!existsSync(path.join(root, 'web/began'))) await delay(10);
  stopping.abort();
  await expect(build).rejects.toThrow('aborted');
  expect(page()).toBe('earlier');
  expect(leftovers()).toEqual([]);
});

test('a failed build reports its cause, and leaves the earlier build', async () => {
  const { root, page, buildBefore, leftovers } = makeRepository('fail');
  buildBefore(longAgo);
  await expect(buildWeb({ root })).rejects.toThrow(/^The web app cannot be built:[^]*no such icon/);
  expect(page()).toBe('earlier');
  expect(leftovers()).toEqual([]);
});

test('two builds at once leave one complete build', async () => {
  const { root, page, leftovers } = makeRepository('both');
  await Promise.all([buildWeb({ root }), buildWeb({ root })]);
  expect(page()).toBe('both');
  expect(leftovers()).toEqual([]);
});

test('without write permission a start serves the existing build, and is refused when there is none', async () => {
  const { root, dist, page, buildBefore } = makeRepository('new');
  buildBefore(longAgo);
  await asReader(root, () => buildWeb({ root }));
  expect(page()).toBe('earlier');
  rmSync(dist, { recursive: true });
  const start = asReader(root, () => buildWeb({ root }));
  await expect(start).rejects.toThrow(StartRefused);
  await expect(start).rejects.toThrow(/cannot write .* Run npm run build/);
});

test('without Vite the error names what to do', async () => {
  const { root } = makeRepository('new');
  rmSync(path.join(root, 'node_modules/vite'), { recursive: true });
  await expect(buildWeb({ root })).rejects.toThrow(/Vite is not installed/);
});

/** Runs a function as a user who may only read the repository; root gives up its rights meanwhile. */
async function asReader(root: string, run: () => Promise<void>): Promise<void> {
  chmodSync(path.join(root, 'node_modules'), 0o555);
  if (process.getuid?.() === 0) process.seteuid?.('nobody');
  try {
    await run();
  } finally {
    process.seteuid?.(process.getuid?.() ?? 0);
    chmodSync(path.join(root, 'node_modules'), 0o755);
  }
}
