import type { Zone } from './layout.ts';

const server: Zone[] = [
  'server/entry',
  'server/platform',
  'server/feature',
  'server/cli',
  'server/operations',
  'server/testing',
];

/** What each zone may import, and where the code belongs when it wants more. */
export const allowedImports: Record<Zone, { to: Zone[]; advice: string }> = {
  contract: {
    to: ['contract'],
    advice: 'the contract imports zod and itself, nothing else: move the code to server/ or web/',
  },
  'embedded-postgres': {
    to: ['embedded-postgres'],
    advice: 'the supervisor of the bundled PostgreSQL knows nothing of Lapau: hand in what it needs',
  },
  'server/entry': {
    to: ['server/entry', 'server/platform', 'server/feature', 'contract'],
    advice: 'main.ts and app.ts put features on the platform: the demo and the commands start from server/src/cli/',
  },
  'server/platform': {
    to: ['server/platform', 'contract'],
    advice: 'the platform knows no feature: hand it in from app.ts, or move the code into the feature',
  },
  'server/feature': {
    to: ['server/feature', 'server/platform', 'contract'],
    advice: 'a feature stands on the platform and the contract: move what it needs to server/src/platform/',
  },
  demo: {
    to: ['demo', 'server/entry', 'server/platform', 'server/feature', 'contract'],
    advice: 'the demo stands on the server, of a feature on its rules only: what starts it belongs in server/src/cli/',
  },
  'server/cli': {
    to: ['server/cli', 'server/operations', 'demo', 'server/entry', 'server/platform', 'server/feature', 'contract'],
    advice: 'a command uses the product, not its tests: move the code to server/src/platform/ or to the feature',
  },
  'server/operations': {
    to: ['server/operations', 'embedded-postgres', 'server/entry', 'server/platform', 'server/feature', 'contract'],
    advice: 'what an operator does to a whole Lapau uses the product, and is started by a command of server/src/cli/',
  },
  'server/testing': { to: [...server, 'contract'], advice: 'the server’s tests know the server and the contract only' },
  'web/app': {
    to: ['web/app', 'web/ui', 'web/lib', 'web/feature', 'contract'],
    advice: 'the web meets the server in the contract only: declare the call in contract/src/<feature>.ts',
  },
  'web/ui': {
    to: ['web/ui', 'web/lib', 'contract'],
    advice: 'ui knows no feature: take it as props or children, or move the component to components/ of the feature',
  },
  'web/worker': {
    to: ['web/worker', 'web/lib', 'contract'],
    advice: 'the worker runs apart from the pages and has no document: it takes types and tables of web/src/lib',
  },
  'web/lib': {
    to: ['web/lib', 'contract'],
    advice: 'lib knows no feature and shows nothing: move the code to the feature, to web/src/ui/ or to web/src/app/',
  },
  'web/feature': {
    to: ['web/feature', 'web/ui', 'web/lib', 'contract'],
    advice:
      'a feature of the web stands on ui, lib and the contract: what layouts and features share belongs in web/src/lib/',
  },
  e2e: {
    // Stories import config only for what stories in several browsers share.
    to: ['e2e', 'contract', 'server/testing', 'demo', 'config'],
    advice: 'stories see the product from outside: start and seed it through server/src/testing/',
  },
  native: { to: ['native'], advice: 'the native app shows the site and shares no code with it' },
  bench: {
    // The bench imports e2e only for the driver of WebKit.
    to: ['bench', 'contract', ...server, 'e2e'],
    advice: 'the bench measures server/ and what the browser loads',
  },
  scripts: {
    to: ['scripts'],
    advice: 'scripts check and test the repository and know nothing of the product: move the code to server/src/cli/',
  },
  config: {
    to: ['config', 'scripts', 'web/app'],
    advice: 'a tool’s configuration stands alone, but for the app’s chunks',
  },
  asset: { to: [], advice: 'an asset imports nothing' },
};

/** Parts of their own feature that the server's parts import. */
export const serverParts: Record<string, string[]> = {
  calls: ['policy', 'rules', 'queries'],
  jobs: ['policy', 'rules', 'queries', 'mails'],
  page: ['policy'],
  mails: ['policy', 'rules', 'queries'],
  rules: ['rules', 'policy', 'queries'],
  policy: [],
  queries: [],
};

/** Parts of features that the server's other zones import; a zone that is not listed may import all of them. */
export const sharedRules: Partial<Record<Zone, string[]>> = {
  // The entry imports queries only for the columns that refer to files.
  'server/entry': ['calls', 'jobs', 'rules', 'queries', 'page'],
  demo: ['rules'],
  'server/cli': ['rules', 'jobs'],
  'server/operations': ['rules', 'jobs'],
};

/** Parts of their own feature that the web's parts import. */
export const webParts: Record<string, string[]> = {
  screens: ['screens', 'components', 'composer', 'api', 'realtime'],
  components: ['components', 'composer', 'api', 'realtime'],
  composer: ['composer', 'components', 'api'],
  realtime: ['api'],
  api: ['api'],
};
