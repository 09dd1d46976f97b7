import { globSync, readFileSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import { checkCitations } from './citations.ts';
import { checkComments } from './comments.ts';
import { checkCycles } from './cycles.ts';
import { checkJsonObjects, checkNetwork, checkSql } from './database-and-network.ts';
import { checkDocuments } from './documents.ts';
import { checkFeatureGraph } from './feature-graph.ts';
import { checkFolderOrder } from './folder-order.ts';
import { checkGuides } from './guides.ts';
import { checkImportRules } from './import-rules.ts';
import { checkJsonFiles } from './json-files.ts';
import { checkLateCalls } from './late-calls.ts';
import { checkLayout } from './layout.ts';
import { checkPictures } from './pictures.ts';
import { checkPolicies } from './policies.ts';
import type { Problem } from './problem.ts';
import { checkReleases, checkTags } from './releases.ts';
import { checkBarrels, checkLooseTexts, checkSizes } from './shape.ts';
import { readSource } from './source.ts';
import { checkTables } from './tables.ts';
import { checkWords } from './words.ts';

/** Paths of dependencies, builds and data. */
const generated =
  /(^|\/)(node_modules|dist)$|^(data|data-demo|screens|coverage|bench\/results|e2e\/(test-results|playwright-report)|\..+)$/;

/** What native/sync.ts and Gradle write into the Android project. */
const generatedNative =
  /^native\/(www|android\/(build|capacitor-cordova-android-plugins|app\/(build|src\/main\/assets)))$/;

/** Every file of the repository by its path, with forward slashes. */
function listFiles(root: string): string[] {
  const pathOf = (entry: Dirent) =>
    path.relative(root, path.resolve(root, entry.parentPath, entry.name)).replaceAll(path.sep, '/');
  const isGenerated = (entry: Dirent) => [generated, generatedNative].some((paths) => paths.test(pathOf(entry)));
  return globSync(['**/*', '.*.json*'], { cwd: root, withFileTypes: true, exclude: isGenerated })
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .toSorted();
}

/**
 * Checks the rules of the repository (the house rules of ARCHITECTURE.md): where files lie, what they import, how long they are.
 * @param paths every file, relative to the repository
 * @param read gives a file's text; only code, documents and JSON are read
 */
export function checkHouse(paths: string[], read: (path: string) => string): Problem[] {
  const sources = paths.filter((file) => /\.tsx?$/.test(file)).map((file) => readSource(file, read(file)));
  const readText = (file: string) => ({ path: file, text: read(file) });
  const citing = paths.filter((file) => /\.(tsx?|sql|css|md)$/.test(file)).map(readText);
  return [
    ...sources.flatMap(({ path: file, error }) => (error ? [{ path: file, message: `cannot be read: ${error}` }] : [])),
    ...checkLayout(paths),
    ...checkImportRules(sources, paths),
    ...checkSql(sources),
    ...checkJsonObjects(sources),
    ...checkTables(sources, citing),
    ...checkNetwork(sources),
    ...checkLateCalls(sources),
    ...checkPolicies(sources),
    ...checkCycles(sources),
    ...checkFolderOrder(sources),
    ...checkFeatureGraph(sources, citing),
    ...checkBarrels(sources),
    ...checkSizes(sources),
    ...checkLooseTexts(sources),
    ...checkCitations(citing),
    ...checkComments(citing),
    ...checkGuides(citing),
    ...checkPictures(paths, citing),
    ...checkDocuments(paths, citing),
    ...checkJsonFiles(paths.filter((file) => /\.jsonc?$/.test(file)).map(readText)),
    ...checkReleases(paths, citing),
    ...checkWords(citing),
  ];
}

/** Checks the repository in a folder, and its tags if it is a clone that has them. */
export function checkFolder(root: string): Problem[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return [...checkHouse(listFiles(root), read), ...checkTags(root, read('CHANGELOG.md'))];
}
