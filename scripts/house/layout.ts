import type { Problem } from './problem.ts';

/** The features. Contract, server, web and stories use the same names. */
const features = [
  'auth',
  'profile',
  'settings',
  'feed',
  'search',
  'posts',
  'previews',
  'comments',
  'likes',
  'saves',
  'reports',
  'warungs',
  'stats',
  'applications',
  'chat',
  'notifications',
  'push',
  'banners',
  'admin-users',
  'admin-warungs',
  'audit',
  'decisions',
  'suspensions',
  'appeals',
  'desk',
];

/** Files that the contract's features share: they declare calls, errors and signals, and the fields that several features use. */
export const sharedContract = [
  'area',
  'boot',
  'call',
  'calls',
  'errors',
  'external-url',
  'files',
  'limits',
  'known',
  'links',
  'missed-signals',
  'open-enum',
  'order',
  'phone',
  'places',
  'price',
  'privacy-text',
  'protocol',
  'recovery-code',
  'reply',
  'return-path',
  'roles',
  'screens',
  'day',
  'setting-defaults',
  'signals',
  'text',
  'text-checks',
  'typed-code',
  'typed-text',
];

/** A part of the repository with import rules of its own. */
export type Zone =
  | 'contract'
  | 'embedded-postgres'
  | 'server/entry'
  | 'server/platform'
  | 'server/feature'
  | 'demo'
  | 'server/cli'
  | 'server/operations'
  | 'server/testing'
  | 'web/app'
  | 'web/ui'
  | 'web/lib'
  | 'web/feature'
  | 'web/worker'
  | 'e2e'
  | 'native'
  | 'bench'
  | 'scripts'
  | 'config'
  | 'asset';

export type Location = {
  zone: Zone;
  /** The feature's name, also of a contract file. */
  feature: string | null;
  /** Within a feature: calls, policy, rules … on the server; screens, components, composer, api, realtime on the web. */
  part: string | null;
  isTest: boolean;
};

const feature = `(?<feature>${features.join('|')})`;
const test = String.raw`(?<test>[\w-]+\.test\.tsx?)`;

const rows: [pattern: string, zone: Zone][] = [
  [`contract/src/(${feature}|${sharedContract.join('|')})\\.ts`, 'contract'],
  [`contract/src/${test}`, 'contract'],
  [String.raw`server/src/(main|app)\.ts`, 'server/entry'],
  [`server/src/${test}`, 'server/entry'],
  [
    `server/src/features/${feature}/(?<part>calls|policy|rules|queries|jobs|mails|page)(-[\\w-]+)?\\.ts`,
    'server/feature',
  ],
  [`server/src/features/${feature}/${test}`, 'server/feature'],
  ['embedded-postgres/src/.+', 'embedded-postgres'],
  [String.raw`server/src/platform/database/(?<part>schema)(-[\w-]+)?\.ts`, 'server/platform'],
  ['server/src/platform/.+', 'server/platform'],
  [`server/src/migrations/\\d{4}_(${feature}|platform)(_\\w+)?\\.sql`, 'asset'],
  [`server/src/migrations/repeatable/(${feature}|platform)\\.sql`, 'asset'],
  [String.raw`server/src/migrations/earlier/\d{4}_\w+\.sql`, 'asset'],
  ['demo/src/.+', 'demo'],
  [String.raw`server/src/cli/[\w-]+\.ts`, 'server/cli'],
  [`server/src/cli/${test}`, 'server/cli'],
  ['server/src/operations/.+', 'server/operations'],
  ['server/src/testing/.+', 'server/testing'],
  [String.raw`web/src/app/.+`, 'web/app'],
  [String.raw`web/src/ui/.+`, 'web/ui'],
  [String.raw`web/src/lib/.+`, 'web/lib'],
  [String.raw`web/src/worker/.+`, 'web/worker'],
  [`web/src/features/${feature}/(?<part>api|realtime)(-[\\w-]+)?\\.ts`, 'web/feature'],
  [`web/src/features/${feature}/(?<part>screens|components|composer)/(${test}|[\\w-]+\\.tsx?)`, 'web/feature'],
  [`web/src/features/${feature}/${test}`, 'web/feature'],
  [
    String.raw`e2e/(${feature}(-[\w-]+)?|device-[\w-]+|every-screen|isolation|jobs-by-(ear|keyboard)|native)\.spec\.ts`,
    'e2e',
  ],
  ['e2e/(browsers|old-chromium|support)/.+', 'e2e'],
  ['native/.+', 'native'],
  ['bench/.+', 'bench'],
  ['scripts/.+', 'scripts'],
  ['(web/public|docs|deploy)/.+', 'asset'],
  [String.raw`web/index\.html`, 'asset'],
  [String.raw`(contract|embedded-postgres|server|web|demo|e2e)/(package|tsconfig(\.\w+)?)\.json`, 'config'],
  [String.raw`((web|e2e)/)?\w+\.config\.ts`, 'config'],
  [String.raw`[\w.-]+\.(json|jsonc|md)|LICENSE`, 'config'],
];
const layout = rows.map(([pattern, zone]) => ({ pattern: new RegExp(`^(?:${pattern})$`), zone }));

/** Zone, feature and part of a file, or null when the layout has no place for it. */
export function locate(path: string): Location | null {
  for (const { pattern, zone } of layout) {
    const groups = pattern.exec(path)?.groups;
    if (groups || pattern.test(path)) {
      const isTest = groups?.['test'] !== undefined || /\.(test|spec)\.tsx?$/.test(path);
      return { zone, feature: groups?.['feature'] ?? null, part: groups?.['part'] ?? null, isTest };
    }
  }
  return null;
}

const names = `(${features.join(', ')})`;
const advice: [start: string, message: string][] = [
  [
    'contract/src/',
    `the contract has one file for each feature ${names} and the shared ones (${sharedContract.join(', ')}): put it into the file of its feature`,
  ],
  [
    'server/src/features/',
    `a feature of the server is one of ${names} and has calls.ts (binds the contract's calls), policy.ts (pure decisions: who may, what is valid), rules.ts (what happens), queries.ts (its SQL), jobs.ts (what runs later), mails.ts (what it writes to people), page.ts (what pages show of it before the app has loaded) and *.test.ts, nothing else; a long one is split as rules-<what>.ts: put the code into the one whose work it is; what no feature owns belongs in server/src/platform/`,
  ],
  [
    'server/src/migrations/',
    `tables are made and changed in NNNN_<feature>.sql or NNNN_<feature>_<what>.sql, whose feature, or platform, owns the tables that it creates; views, functions and triggers stand in repeatable/<feature>.sql; a feature is one of ${names}`,
  ],
  [
    'server/',
    'server/src has main.ts, app.ts, platform/, features/<feature>/, migrations/, cli/, operations/ and testing/: a technical means belongs in platform/, what the product does in its feature, what an operator does to a whole Lapau in operations/',
  ],
  [
    'web/src/features/',
    `a feature of the web is one of ${names} and has screens/ (what a route shows), components/ (what screens are made of, hooks beside what they serve), composer/ (what writes a new one: its form, draft and sending), api.ts (its calls and cache), realtime.ts (its signals), each flat, and *.test.ts beside them; what only some screens load is split off as api-<what>.ts: what knows no feature belongs in web/src/ui/ or web/src/lib/`,
  ],
  [
    'web/',
    'web has index.html, public/, vite.config.ts and src with app/ (entry, routes, layouts, providers, styles), ui/, lib/, features/<feature>/ and worker/ (what runs apart from the pages): a script of the build belongs in scripts/',
  ],
  [
    'e2e/',
    `stories are named <feature>.spec.ts or <feature>-<what>.spec.ts ${names}, device-<what>.spec.ts what a device does to the app, every-screen.spec.ts holds what is true of all, isolation.spec.ts that none leaves anything to the next, jobs-by-ear.spec.ts and jobs-by-keyboard.spec.ts the main jobs across features, native.spec.ts what the native app adds; what they share belongs in e2e/support/, what they do in other engines than Chromium's in e2e/browsers/`,
  ],
];
const elsewhere =
  'the repository has contract, embedded-postgres, server, web, demo, e2e, native, bench, deploy, docs and scripts: put it into the one it is for';

/** Every file lies where the layout has a place for it, and sources are TypeScript but for `scripts/require-node.cjs`, which older versions of Node must be able to run. */
export function checkLayout(paths: string[]): Problem[] {
  return paths.flatMap((path): Problem[] => {
    if (/\.(js|jsx|mjs|cjs|mts|cts)$/.test(path) && path !== 'scripts/require-node.cjs') {
      return [{ path, message: 'sources are TypeScript modules: write it as .ts (or .tsx with JSX)' }];
    }
    if (locate(path)) return [];
    return [{ path, message: advice.find(([start]) => path.startsWith(start))?.[1] ?? elsewhere }];
  });
}
