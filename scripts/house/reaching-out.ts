import { placeOf } from './layout.ts';
import type { Place } from './layout.ts';
import type { Problem } from './problem.ts';
import { importedFiles, resolveImport } from './resolve.ts';
import type { Source } from './source.ts';

/** SQL stands in queries.ts, a feature's or the demo's. Tests look into the database to see what is really there. */
export function checkSql(sources: Source[]): Problem[] {
  const mayHoldSql = ({ zone, part, isTest }: Place, path: string) =>
    isTest ||
    part === 'queries' ||
    path === 'demo/src/queries.ts' ||
    ['embedded-postgres', 'server/platform', 'server/migrations', 'server/testing', 'bench'].includes(zone);
  return sources.flatMap((source) => {
    const place = placeOf(source.path);
    if (!place || mayHoldSql(place, source.path)) return [];
    const imports = source.imports
      .filter((by) => !by.isType && isDatabasePackage(source, by))
      .map(({ line, specifier }) => ({ line, what: `an import of ${specifier}` }));
    return [...imports, ...source.sql].map(({ line, what }) => ({
      path: source.path,
      line,
      message: `${what} reaches the database: every SQL statement of a feature belongs in its queries.ts, as a function that rules.ts calls`,
    }));
  });
}

function isDatabasePackage(source: Source, by: Source['imports'][number]): boolean {
  const target = resolveImport(source.path, by);
  return 'package' in target && ['kysely', 'pg'].includes(target.package);
}

/** The web talks to the network in lib only; ui does not even through lib. */
export function checkNetwork(sources: Source[]): Problem[] {
  const online = onlineLibs(sources);
  return sources.flatMap((source): Problem[] => {
    const place = placeOf(source.path);
    if (!place || place.isTest || (place.zone !== 'web/ui' && place.zone !== 'web/feature')) return [];
    const own = source.network.map(({ line, what }) => ({
      path: source.path,
      line,
      message: `${what} talks to the network: that belongs in web/src/lib/, used from api.ts or realtime.ts of a feature`,
    }));
    if (place.zone === 'web/feature') return own;
    const through = importedFiles(source)
      .filter(({ file, by }) => online.has(file) && !by.isType)
      .map(({ by }) => ({
        path: source.path,
        line: by.line,
        message: `imports ${by.specifier}, which talks to the network: ui gets data as props; move the component to components/ of its feature`,
      }));
    return [...own, ...through];
  });
}

/** The files of lib that reach the network themselves or through another file of lib. */
function onlineLibs(sources: Source[]): Set<string> {
  const libs = sources.filter(({ path }) => placeOf(path)?.zone === 'web/lib');
  const isOnline = (source: Source) =>
    source.network.length > 0 || source.imports.some((by) => !by.isType && by.specifier.startsWith('@tanstack/'));
  const online = new Set(libs.filter(isOnline).map(({ path }) => path));
  for (let before = -1; before !== online.size;) {
    before = online.size;
    for (const lib of libs) {
      if (importedFiles(lib).some(({ file, by }) => online.has(file) && !by.isType)) online.add(lib.path);
    }
  }
  return online;
}
