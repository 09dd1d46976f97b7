import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { broken } from './broken-rules.ts';
import { checkFolder, checkHouse } from './house.ts';
import { formatProblem } from './problem.ts';
import { someCode, sampleRepository } from './sample-repository.ts';
import type { Files } from './sample-repository.ts';

const problemsOf = (files: Files): string[] =>
  checkHouse(Object.keys(files), (file) => files[file] ?? '').map(formatProblem);

/** The problems after these files were added to the sample repository or replaced in it. */
const after = (change: Files): string[] => problemsOf({ ...sampleRepository, ...change });

test('the sample repository breaks no rule', () => {
  expect(problemsOf(sampleRepository)).toEqual([]);
});

describe('each rule, broken once', () => {
  test.for(broken)('%s', ([, change, message]) => {
    const problems = after(change);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    const names = Object.keys(change);
    expect(names.some((name) => problems[0]?.startsWith(name))).toBe(true);
  });
});

test('more than one file in ten over 250 lines is a problem', () => {
  const long = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [`web/src/lib/format/${name}.ts`, someCode.repeat(251)]),
  );
  expect(after(long)).toEqual([expect.stringMatching(/4 of \d+ files have 250 lines or more.*a\.ts \(251\)/)]);
});

test('exactly 400 lines are allowed', () => {
  expect(after({ 'web/src/lib/format/long.ts': someCode.repeat(400) })).toEqual([]);
});

test('the labels that a guide prints in bold stand in the sources of the web or the contract', () => {
  const guide = (text: string) =>
    after({
      'docs/panduan-warga.md': text,
      'web/src/features/feed/screens/feed.tsx': `export const Feed = 'Semua  Nagari';\n`,
    });
  expect(guide('Ketuk **Semua\nNagari**.')).toEqual([]);
  expect(guide('Satu\n\nKetuk **Semua Nagari → Kirim**.')).toEqual([
    expect.stringMatching(/^docs\/panduan-warga\.md:3 .*"Kirim", which no screen has/),
  ]);
  expect(guide('Ketuk **Semua Nag**.')).toHaveLength(1);
});

test('a comment does not begin as the rest of a sentence', () => {
  const comment = (text: string) => after({ 'server/src/platform/text/x.ts': `${someCode}${text}\n${someCode}` });
  const [of, same] = ['Of a stall.', 'The same for stalls.'];
  for (const text of [`/** ${of} */`, `  // ${of}`, `/**\n * ${same}\n */`])
    expect(comment(text), text).toEqual([expect.stringMatching(/x\.ts:\d+ .*a comment that begins with/)]);
  expect(comment(`// Finds stalls.\n// ${of}`)).toEqual([]);
  expect(comment(`/** Finds what stands beside stalls.\n * ${of} */`)).toEqual([]);
});

test('screens and guides have one word for one thing', () => {
  const screen = (text: string) =>
    after({ 'web/src/features/feed/screens/feed.tsx': `export const text = '${text}';\n` });
  expect(screen('Ke Feed. Buka pukul 04.00.')).toEqual([]);
  expect(screen('Kembali ke beranda')).toEqual([expect.stringMatching(/feed\.tsx:1 .*says "beranda": write "feed"/)]);
  for (const text of [
    'Anda sedang offline.',
    'Periksa koneksi internet Anda.',
    'Buka pukul 04:00.',
    'Buka jam 4.00.',
    'Nyalakan pemberitahuan?',
    'Tekan Simpan.',
    'Pakai isian saya.',
    'Pulang ke feed.',
  ]) {
    expect(screen(text), text).toHaveLength(1);
    expect(after({ 'docs/panduan-warga.md': text }), text).toHaveLength(1);
  }
});

const feature = 'server/src/features/likes';
const asks = (condition: string) =>
  `export const rule = (actor, post, person) => {\n  if (${condition}) throw new Error();\n};\n`;
const finds = (...conditions: string[]) =>
  `export const find = (db) => db.deleteFrom('likes')${conditions.map((one) => `.where(${one})`).join('')};\n`;

test.each([
  ['oneself', 'rules', asks('id === actor.id'), 'actor.id is compared'],
  ['the author', 'rules', asks('post.user_id !== actor.id'), 'post.user_id is compared'],
  ['the author, by the row alone', 'rules-own', asks('post?.user_id === author'), 'post.user_id is compared'],
  ['who has decided', 'calls', asks('decision.decided_by === adminId'), 'decision.decided_by is compared'],
  ['a role', 'jobs', asks("person.role === 'admin'"), 'person.role is compared'],
  ['an admin', 'rules', asks('isAdmin(actor)'), 'isAdmin() is asked'],
  ['a suspension', 'rules', asks('post && !person.is_suspended'), 'a suspension is asked for'],
  ['an owner', 'queries', finds("'id', '=', id", "'user_id', '=', me"), 'a row is found by its id and user_id'],
  [
    'an owner first',
    'queries',
    finds("'l.user_id', '=', me", "'l.id', '=', id"),
    'a row is found by its id and user_id',
  ],
  ['visibility', 'queries', finds("'id', '=', id", "'a', '=', 1", "'visible', '=', true"), 'by its id and visible'],
])('whoever may is not decided outside a policy: %s', (_what, part, text, message) => {
  // line breaks of a chain do not hide it
  const problems = after({ [`${feature}/${part}.ts`]: text.replaceAll('.where', '\n  .where') });
  expect(problems.filter((one) => one.includes('policy.ts who may'))).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['whether there is a person at all', 'rules', asks('post.user_id === null || actor.id === undefined')],
  ['other ids', 'rules', asks('post.id !== person.id')],
  ['a list of what is one’s own', 'queries', finds("'user_id', '=', me", "'is_read', '=', false")],
  ['a policy', 'policy', asks('post.user_id === actor.id')],
  ['a test', 'likes.test', asks('post.user_id === actor.id')],
])('%s may be compared', (_what, part, text) => {
  const problems = after({ [`${feature}/${part}.ts`]: text });
  expect(problems.filter((one) => one.includes('policy.ts who may'))).toEqual([]);
});

test('citations of decisions and headings that exist are accepted', () => {
  const text = `// D17, decisions.md#d17-price-text, product.md#feed\n${someCode}`;
  expect(after({ 'web/src/lib/format/x.ts': text })).toEqual([]);
});

test('imports in comments and strings are ignored', () => {
  const text = `// import '../features/likes/api.ts'\n/* import '../app/main.tsx' */\nexport const s = "import x from '../app/main.tsx'";\n`;
  expect(after({ 'web/src/lib/format/x.ts': text })).toEqual([]);
});

/** Writes files into a folder of their own. @returns its path */
function writeRepository(files: Files): string {
  const root = mkdtempSync(path.join(tmpdir(), 'lapau-house-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

test('a folder on disk is checked without dependencies, builds and data', () => {
  const root = writeRepository({
    ...sampleRepository,
    'node_modules/x/index.js': '',
    'web/dist/x.js': '',
    '.git/x.js': '',
    'data/x.js': '',
    '.oxlintrc.json': '{ "a": 1, "a": 1 }',
    'x/y.ts': someCode,
  });
  expect(checkFolder(root).map(({ path: file }) => file)).toEqual(['x/y.ts', '.oxlintrc.json']);
});

test('a link is followed from the folder of its document', () => {
  expect(after({ 'docs/web.md': '[product](product.md), [code](../web/src/lib/), `lib/format/join.ts`' })).toEqual([]);
  expect(after({ 'README.md': '[product](product.md)' })).toEqual([expect.stringContaining('links to product.md')]);
  expect(after({ 'README.md': '```sh\n# Steps\n```\n\n[steps](#steps)' })).toEqual([
    expect.stringContaining('links to #steps'),
  ]);
});

test('in a clone with tags each release has its own', () => {
  const packageJson = (version: string) => `{\n  "version": "${version}"\n}\n`;
  const changelog = (...versions: string[]) =>
    versions.map((version) => `## ${version} - 2026-11-25\n\nNewest migration: \`0003_notifications\`.\n`).join('\n');
  const root = writeRepository({ ...sampleRepository, 'package.json': packageJson('0.1.0') });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@lapau.test', ...args], { cwd: root });
  const commit = (version: string, files: Files = {}) => {
    for (const [name, text] of Object.entries({ 'package.json': packageJson(version), ...files }))
      writeFileSync(path.join(root, name), text);
    git('add', '.');
    git('commit', '-q', '-m', version);
  };
  const problems = () => checkFolder(root).map(formatProblem);
  git('init', '-q');
  commit('0.1.0');
  expect(problems()).toEqual([]); // the repository has no tag, like a clone of one branch
  git('tag', 'v0.1.0');
  commit('0.2.0', { 'CHANGELOG.md': changelog('0.2.0', '0.1.0') });
  expect(problems()).toEqual([]); // 0.2.0 is being made
  commit('0.3.0', { 'CHANGELOG.md': changelog('0.3.0', '0.2.0', '0.1.0') });
  expect(problems()).toEqual([
    expect.stringMatching(/^CHANGELOG\.md:5  has 0\.2\.0, which has no tag: git tag -a v0\.2\.0/),
  ]);
  git('tag', 'v0.2.0');
  expect(problems()).toEqual([expect.stringMatching(/what is tagged v0\.2\.0 calls itself 0\.3\.0/)]);
  git('tag', '--force', 'v0.2.0', 'HEAD~1');
  expect(problems()).toEqual([]);
  commit('0.3.0', { 'server/src/migrations/0004_likes_more.sql': 'create table more ();' });
  git('tag', 'v0.3.0');
  expect(problems()).toEqual([
    expect.stringMatching(/0003_notifications for 0\.3\.0, and 0004_likes_more\.sql is the newest/),
  ]);
});
