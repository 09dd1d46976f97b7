import { locate } from './layout.ts';
import type { Location } from './layout.ts';
import type { Problem } from './problem.ts';
import { importedFiles, resolveImport } from './resolve.ts';
import type { Source } from './source.ts';

/** SQL belongs in queries.ts, a feature's or the demo's. Tests read the database to see what is really stored. */
export function checkSql(sources: Source[]): Problem[] {
  const mayHoldSql = ({ zone, part, isTest }: Location, path: string) =>
    isTest ||
    part === 'queries' ||
    path === 'demo/src/queries.ts' ||
    ['embedded-postgres', 'server/platform', 'server/testing', 'bench'].includes(zone);
  return sources.flatMap((source) => {
    const location = locate(source.path);
    if (!location || mayHoldSql(location, source.path)) return [];
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

/** JSON that features build in SQL is made from its type: one field too few would otherwise compile. */
export const checkJsonObjects = (sources: Source[]): Problem[] =>
  sources.flatMap(({ path, texts }) => {
    const location = locate(path);
    if (location?.zone !== 'server/feature' || location.isTest) return [];
    return texts
      .filter(({ what }) => /\bjsonb?_build_object\b/i.test(what))
      .map(({ line }) => ({
        path,
        line,
        message: 'builds JSON by hand: write it as jsonObject<Shape>() of server/src/platform/database/json-object.ts',
      }));
  });

function isDatabasePackage(source: Source, by: Source['imports'][number]): boolean {
  const target = resolveImport(source.path, by);
  return 'package' in target && ['kysely', 'pg'].includes(target.package);
}

/** In the web only lib uses the network; ui does not import the files of lib that do. */
export function checkNetwork(sources: Source[]): Problem[] {
  const networkFiles = filesUsingNetwork(sources);
  return sources.flatMap((source): Problem[] => {
    const location = locate(source.path);
    if (!location || location.isTest || (location.zone !== 'web/ui' && location.zone !== 'web/feature')) return [];
    const own = source.network.map(({ line, what }) => ({
      path: source.path,
      line,
      message: `${what} talks to the network: that belongs in web/src/lib/, used from api.ts or realtime.ts of a feature`,
    }));
    if (location.zone === 'web/feature') return own;
    const through = importedFiles(source)
      .filter(({ file, by }) => networkFiles.has(file) && !by.isType)
      .map(({ by }) => ({
        path: source.path,
        line: by.line,
        message: `imports ${by.specifier}, which talks to the network: ui gets data as props; move the component to components/ of its feature`,
      }));
    return [...own, ...through];
  });
}

/** The files of lib that use the network themselves or through another file of lib. */
function filesUsingNetwork(sources: Source[]): Set<string> {
  const libs = sources.filter(({ path }) => locate(path)?.zone === 'web/lib');
  const isOnline = (source: Source) =>
    source.network.length > 0 || source.imports.some((by) => !by.isType && by.specifier.startsWith('@tanstack/'));
  const usesNetwork = new Set(libs.filter(isOnline).map(({ path }) => path));
  for (let before = -1; before !== usesNetwork.size;) {
    before = usesNetwork.size;
    for (const lib of libs) {
      if (importedFiles(lib).some(({ file, by }) => usesNetwork.has(file) && !by.isType)) usesNetwork.add(lib.path);
    }
  }
  return usesNetwork;
}
