import { allowedImports, serverParts, sharedRules, webParts } from './import-table.ts';
import { locate, sharedContract } from './layout.ts';
import type { Location } from './layout.ts';
import type { Problem } from './problem.ts';
import { importedFiles, resolveImport } from './resolve.ts';
import type { Import, Source } from './source.ts';

type Edge = { from: Location; to: Location; by: Import; file: string };

/**
 * Imports go one way: web → contract ← server; on the server calls → rules → queries → platform.
 * @param paths every file of the repository, to tell an import that leads nowhere
 */
export function checkImportRules(sources: Source[], paths: string[]): Problem[] {
  const known = new Set(paths);
  return sources.flatMap((source) => {
    const from = locate(source.path);
    if (!from) return [];
    const edges = importedFiles(source).map(({ file, by }) => ({ by, message: refusal(from, file, by, known) }));
    const packages = source.imports.map((by) => {
      const target = resolveImport(source.path, by);
      return { by, message: 'package' in target ? refusedPackage(from, target.package, by) : null };
    });
    return [...edges, ...packages].flatMap(({ by, message }) =>
      message ? [{ path: source.path, line: by.line, message: `imports ${by.specifier}: ${message}` }] : [],
    );
  });
}

function refusal(from: Location, file: string, by: Import, known: Set<string>): string | null {
  if (!known.has(file)) return 'there is no such file; an import is written with the extension of its file';
  const to = locate(file);
  if (!to) return null;
  if (to.isTest) return 'nobody imports a test: what tests share belongs in server/src/testing/ or e2e/support/';
  if (to.zone === 'contract' && from.zone !== 'contract' && by.specifier.startsWith('.')) {
    return `the contract is imported by its name, @lapau/contract/${file.slice('contract/src/'.length, -'.ts'.length)}`;
  }
  if (from.isTest && (workspaceOf(from) === workspaceOf(to) || to.zone === 'demo')) return null;
  const { to: allowedZones, advice } = allowedImports[from.zone];
  if (!allowedZones.includes(to.zone)) return advice;
  return refusedFeature({ from, to, by, file });
}

/** Which parts of which features a file may import, when its zone may import features at all. */
function refusedFeature(edge: Edge): string | null {
  const { from, to, by, file } = edge;
  if (from.part === 'policy' && to.zone !== 'contract' && !by.isType) return impurePolicy;
  if (
    from.zone === 'web/ui' &&
    to.zone === 'contract' &&
    !sharedContract.some((name) => file.endsWith(`/${name}.ts`))
  ) {
    return 'ui knows no feature: take what is shown as props, or move the component to components/ of the feature';
  }
  // the schema has the types of all features' columns
  const isSchema = from.part === 'schema';
  if (from.zone === 'server/platform' && !from.isTest && !isSchema && to.zone === 'contract' && to.feature !== null) {
    return allowedImports['server/platform'].advice;
  }
  if (to.zone === 'server/feature') return refusedServerPart(edge);
  return from.zone === 'web/feature' && to.zone === 'web/feature' ? refusedWebPart(edge) : null;
}

function refusedServerPart({ from, to, by }: Edge): string | null {
  const part = to.part ?? '';
  if (from.zone !== 'server/feature') {
    const allowed = sharedRules[from.zone];
    return !allowed || allowed.includes(part)
      ? null
      : `from here only ${allowed.join('.ts, ')}.ts of a feature may be imported`;
  }
  if (from.feature !== to.feature) {
    const isAbove = from.part !== 'policy' && from.part !== 'queries';
    if (part === 'rules' && (isAbove || by.isType)) return null;
    return `a feature uses another only through its rules.ts, from calls, rules, jobs or mails: add what is needed to ${to.feature}/rules.ts`;
  }
  const allowed = serverParts[from.part ?? ''] ?? [];
  if (allowed.includes(part)) return null;
  const list = allowed.length === 0 ? 'no other part of its feature' : `only ${allowed.join(', ')} of its feature`;
  return `${from.part}.ts imports ${list} (calls → rules → queries → platform): move the code to the part that may`;
}

function refusedWebPart({ from, to }: Edge): string | null {
  if (from.feature === to.feature) {
    const allowed = webParts[from.part ?? ''] ?? [];
    if (allowed.includes(to.part ?? '')) return null;
    return `${from.part} imports only ${allowed.join(', ')} of its feature (screens → components → api): move the code down`;
  }
  if (to.part === 'components' && from.part !== 'api') return null;
  return 'screens, components and the composer use of another feature only what is in its components/: fill a slot there, or move what both need to web/src/lib/ or web/src/ui/';
}

function refusedPackage(from: Location, name: string, by: Import): string | null {
  if (from.zone === 'contract' && !from.isTest && name !== 'zod') {
    return 'the contract imports zod and itself, nothing else: what does I/O belongs in server/ or web/';
  }
  if (from.zone === 'web/ui' && name === '@tanstack/react-query') {
    return 'ui does not talk to the network: call it in api.ts of the feature and hand the result down as props';
  }
  if (from.part === 'policy' && !by.isType) return impurePolicy;
  if (name === '@lapau/server' || name === '@lapau/web') return 'server and web meet in the contract only';
  return null;
}

const impurePolicy =
  'a policy is pure and imports the contract and types only: what it needs to know comes in as arguments';

const workspaceOf = ({ zone }: Location) => zone.split('/')[0];
