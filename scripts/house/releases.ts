import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Text } from './citations.ts';
import type { Problem } from './problem.ts';

const changelog = 'CHANGELOG.md';
const migrations = 'server/src/migrations';
const heading = /^## (\d+\.\d+\.\d+) - .*$/gm;
const newest = /^Newest migration: `(\d{4}_\w+)`\.$/m;

/** The releases that the changelog has, newest first, each with the newest migration it names. */
const releasesOf = (text: string) =>
  [...text.matchAll(heading)].map(({ 0: title, 1: version = '', index }) => ({
    version,
    line: text.slice(0, index).split('\n').length,
    migration: newest.exec(text.slice(index + title.length).split(/^## /m, 1)[0] ?? '')?.[1],
  }));

/** Each release of the changelog names its newest migration, by which later ones say what they run with (D92). */
export function checkReleases(paths: string[], texts: Text[]): Problem[] {
  const text = texts.find((one) => one.path === changelog)?.text ?? '';
  return releasesOf(text)
    .filter(({ migration }) => !paths.includes(`${migrations}/${migration}.sql`))
    .map(({ version, line, migration }) => ({
      path: changelog,
      line,
      message: migration
        ? `names ${migration} as the newest migration of ${version}, and ${migrations} does not have it`
        : `does not say which migration is the newest of ${version}: add the line "Newest migration: \`NNNN_…\`."`,
    }));
}

/**
 * In a whole clone with tags, each release of the changelog has its tag, except the one that is being made. The tagged commit is that
 * release, with the newest migration that the changelog names.
 * @param root the folder of the repository
 * @param text the changelog
 */
export function checkTags(root: string, text: string): Problem[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  if (git('rev-parse', '--is-shallow-repository', '--show-prefix') !== 'false') return [];
  const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean);
  if (tags.length === 0) return [];
  const current = versionIn(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return releasesOf(text).flatMap(({ version, line, migration }) => {
    const tag = `v${version}`;
    const at = (message: string): Problem[] => [{ path: changelog, line, message }];
    if (!tags.includes(tag))
      return version === current ? [] : at(`has ${version}, which has no tag: git tag -a ${tag} <commit>`);
    const tagged = versionIn(git('show', `${tag}:package.json`));
    if (tagged !== version) return at(`has ${version}, and what is tagged ${tag} calls itself ${tagged}`);
    const files = git('ls-tree', '--name-only', `${tag}:${migrations}`).split('\n');
    const last = files.findLast((file) => /^\d{4}_/.test(file));
    return last === `${migration}.sql`
      ? []
      : at(`names ${migration} for ${version}, and ${last} is the newest of ${tag}`);
  });
}

const versionIn = (packageJson: string): string | undefined => /"version": "([^"]+)"/.exec(packageJson)?.[1];
