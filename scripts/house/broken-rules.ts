import { someCode } from './sample-repository.ts';
import type { Files } from './sample-repository.ts';

// The citations are joined here, since the house rules would take written-out ones for wrong citations of this file.
const [absent, anchor, elsewhere] = [
  ['D', 99],
  ['#', 'nowhere'],
  ['SP', 'EC'],
].map((parts) => parts.join(''));

/** Changes of the sample repository that each break one rule, and what is said of them. */
export const broken: [rule: string, change: Files, message: RegExp][] = [
  [
    'a file outside the server vocabulary',
    { 'server/src/features/likes/helpers.ts': someCode },
    /put the code into the one whose work/,
  ],
  ['an unknown feature on the server', { 'server/src/features/hearts/rules.ts': someCode }, /one of \(auth, profile/],
  ['an unknown feature in the contract', { 'contract/src/hearts.ts': someCode }, /one file for each feature/],
  ['an unknown feature on the web', { 'web/src/features/hearts/api.ts': someCode }, /a feature of the web is one of/],
  [
    'a file outside the web vocabulary',
    { 'web/src/features/likes/utils.ts': someCode },
    /what knows no feature belongs in/,
  ],
  ['a nested screen', { 'web/src/features/feed/screens/deep/x.tsx': someCode }, /each flat/],
  ['an unknown folder on the server', { 'server/src/utils/x.ts': someCode }, /a technical means belongs in platform/],
  ['an unknown folder in the web', { 'web/src/components/x.tsx': someCode }, /ui\/, lib\/, features/],
  ['an unknown folder in the repository', { 'tools/x.ts': someCode }, /the repository has contract, embedded/],
  ['a story without a feature', { 'e2e/everything.spec.ts': someCode }, /stories are named/],
  ['a JavaScript source', { 'server/src/platform/text/x.js': someCode }, /write it as \.ts/],
  ['a file that is no TypeScript', { 'server/src/platform/text/x.ts': 'export const = ;' }, /cannot be read/],

  ['contract → Node', { 'contract/src/feed.ts': `import 'node:fs';\n${someCode}` }, /zod and itself/],
  [
    'contract → server',
    { 'contract/src/feed.ts': `import '../../server/src/platform/database/database.ts';\n${someCode}` },
    /zod and itself/,
  ],
  [
    'web → server',
    { 'web/src/lib/format/x.ts': `import '../../../../server/src/platform/database/database.ts';\n${someCode}` },
    /lib knows no feature/,
  ],
  [
    'web → server as a package',
    { 'web/src/lib/format/x.ts': `import '@lapau/server';\n${someCode}` },
    /meet in the contract only/,
  ],
  [
    'server → web',
    { 'server/src/platform/text/x.ts': `import '../../../../web/src/lib/format/join.ts';\n${someCode}` },
    /platform knows no feature/,
  ],
  [
    'contract by path',
    { 'server/src/platform/text/x.ts': `import '../../../../contract/src/likes.ts';\n${someCode}` },
    /@lapau\/contract\/likes/,
  ],
  [
    'platform → feature',
    { 'server/src/platform/text/x.ts': `import '../../features/likes/rules.ts';\n${someCode}` },
    /hand it in from app\.ts/,
  ],
  [
    'a folder → one above it',
    {
      'server/src/platform/mail/x.ts': `import type { A } from '../files/x.ts';\nexport type B = A;\n`,
      'server/src/platform/files/x.ts': `export type A = 1;\n`,
    },
    /mail\/x\.ts:1 .*mail stands below files/,
  ],
  [
    'a file in no folder of the order',
    { 'server/src/platform/more/x.ts': someCode },
    /put it into the one whose work it is/,
  ],
  [
    'platform → contract of a feature',
    { 'server/src/platform/text/x.ts': `import '@lapau/contract/likes';\n${someCode}` },
    /x\.ts:1.*hand it in from app\.ts/,
  ],
  [
    'page → rules',
    {
      'server/src/features/feed/page.ts': `import './rules.ts';\n${someCode}`,
      'server/src/features/feed/rules.ts': someCode,
    },
    /page\.ts imports only policy of its feature/,
  ],
  [
    'feature → demo',
    { 'server/src/features/feed/rules.ts': `import '../../../../demo/src/seed.ts';\n${someCode}` },
    /stands on the platform/,
  ],
  [
    'product → testing',
    { 'server/src/features/feed/rules.ts': `import '../../testing/build.ts';\n${someCode}` },
    /stands on the platform/,
  ],
  [
    'product → test',
    { 'server/src/features/feed/rules.ts': `import '../likes/likes.test.ts';\n${someCode}` },
    /nobody imports a test/,
  ],
  ['a table of no feature', { 'server/src/migrations/0003_people.sql': 'create table people ();' }, /owns the tables/],
  [
    'app → policy',
    { 'server/src/app.ts': `import './features/likes/policy.ts';\nexport const createApp = 1;\n` },
    /only calls\.ts, jobs\.ts/,
  ],
  [
    'demo → queries',
    { 'demo/src/seed.ts': `import '../../server/src/features/likes/queries.ts';\nexport const seed = 1;\n` },
    /only rules\.ts/,
  ],
  [
    'queries → rules',
    {
      'server/src/features/feed/queries.ts': `import type { A } from './rules.ts';\nexport type B = A;\n`,
      'server/src/features/feed/rules.ts': someCode,
    },
    /no other part of its feature/,
  ],
  [
    'rules → calls',
    {
      'server/src/features/feed/rules.ts': `import './calls.ts';\n${someCode}`,
      'server/src/features/feed/calls.ts': someCode,
    },
    /only rules, policy, queries of its feature/,
  ],
  [
    'policy with a value import',
    {
      'server/src/features/feed/policy.ts': `import { now } from '../../platform/database/database.ts';\nexport const may = now;\n`,
    },
    /a policy is pure/,
  ],
  [
    'policy with a package',
    { 'server/src/features/feed/policy.ts': `import { z } from 'zod';\nexport const may = z;\n` },
    /a policy is pure/,
  ],
  [
    'another feature’s queries',
    { 'server/src/features/feed/rules.ts': `import '../likes/queries.ts';\n${someCode}` },
    /only through its rules\.ts/,
  ],
  [
    'another feature’s rules from queries',
    { 'server/src/features/feed/queries.ts': `import '../likes/rules.ts';\n${someCode}` },
    /only through its rules\.ts/,
  ],
  [
    'ui → feature',
    { 'web/src/ui/parts/x.tsx': `import '../../features/likes/api.ts';\n${someCode}` },
    /ui knows no feature/,
  ],
  [
    'ui → a feature’s contract',
    { 'web/src/ui/parts/x.tsx': `import '@lapau/contract/likes';\n${someCode}` },
    /ui knows no feature/,
  ],
  [
    'ui → the network by a package',
    { 'web/src/ui/parts/x.tsx': `import '@tanstack/react-query';\n${someCode}` },
    /ui does not talk to the network/,
  ],
  [
    'ui → the network by lib',
    {
      'web/src/lib/query/y.ts': `import { api } from '../calls/api.ts';\nexport const y = api;\n`,
      'web/src/ui/parts/x.tsx': `import { y } from '../../lib/query/y.ts';\nexport const x = y;\n`,
    },
    /talks to the network: ui gets data as props/,
  ],
  [
    'ui → the network itself',
    { 'web/src/ui/parts/x.tsx': `export const x = () => new WebSocket('/');\n` },
    /WebSocket talks to the network/,
  ],
  [
    'feature → the network itself',
    { 'web/src/features/likes/api.ts': `export const useLike = () => window.fetch('/');\n` },
    /fetch talks to the network/,
  ],
  [
    'a call that the oldest Chromium in use lacks',
    { 'web/src/lib/format/join.ts': `export const join = () => document.body.showPopover();\n` },
    /join\.ts:1 .*\.showPopover came after Chromium 96/,
  ],
  [
    'lib → feature',
    { 'web/src/lib/format/x.ts': `import '../../features/likes/api.ts';\n${someCode}` },
    /lib knows no feature/,
  ],
  [
    'feature → app',
    { 'web/src/features/feed/api.ts': `import '../../app/main.tsx';\n${someCode}` },
    /what layouts and features share/,
  ],
  [
    'api → components',
    {
      'web/src/features/chat/api.ts': `import './components/x.tsx';\n${someCode}`,
      'web/src/features/chat/components/x.tsx': someCode,
    },
    /screens → components → api/,
  ],
  [
    'another feature’s components in api',
    { 'web/src/features/banners/api.ts': `import '../likes/components/like-button.tsx';\n${someCode}` },
    /use of another feature only what is in its components/,
  ],
  [
    'another feature’s api',
    { 'web/src/features/feed/screens/feed-screen.tsx': `import '../../likes/api.ts';\n${someCode}` },
    /only what is in its components/,
  ],
  [
    'stories → features',
    { 'e2e/support/start.ts': `import '../../server/src/features/likes/rules.ts';\nexport const start = 1;\n` },
    /from outside/,
  ],
  [
    'a feature that uses one of a higher layer',
    { 'server/src/features/notifications/calls.ts': `import '../likes/rules.ts';\n${someCode}` },
    /notifications is in layer 1 of ARCHITECTURE\.md and uses only lower ones/,
  ],
  [
    'a feature that uses one of its own layer',
    {
      'server/src/features/posts/rules.ts': `import '../feed/rules.ts';\n${someCode}`,
      'server/src/features/feed/rules.ts': someCode,
    },
    /posts is in layer 3/,
  ],
  [
    'a feature of the web that uses one of a higher layer',
    {
      'web/src/features/likes/components/x.tsx': `import '../../feed/components/x.tsx';\n${someCode}`,
      'web/src/features/feed/components/x.tsx': someCode,
    },
    /likes is in layer 1 .* through a slot/,
  ],
  [
    'a feature without a layer',
    { 'server/src/features/saves/rules.ts': someCode },
    /lists no layer of server for saves/,
  ],
  ['an import that leads nowhere', { 'web/src/lib/format/x.ts': `import './join';\n${someCode}` }, /no such file/],

  [
    'SQL in rules, by a template',
    { 'server/src/features/feed/rules.ts': 'export const x = (sql: any) => sql`select 1`;\n' },
    /rules\.ts:1 .*queries\.ts/,
  ],
  [
    'SQL in rules, by a builder',
    { 'server/src/features/feed/rules.ts': `export const x = (db: any) => db.selectFrom('posts');\n` },
    /selectFrom.*queries\.ts/,
  ],
  [
    'SQL in calls, by the pool',
    { 'server/src/features/feed/calls.ts': `export const x = (database: any) => database.pool.query('select 1');\n` },
    /query.*queries\.ts/,
  ],
  [
    'SQL in the demo',
    { 'demo/src/seed.ts': `import { sql } from 'kysely';\nexport const seed = sql;\n` },
    /an import of kysely/,
  ],

  [
    'JSON that is built without its type',
    {
      'server/src/features/likes/queries-more.ts':
        "export const find = (db: any) => db.query(`select 1 as one,\n  json_build_object('id', id) as like from likes`);\n",
    },
    /queries-more\.ts:\d .*jsonObject<Shape>/,
  ],

  ['a barrel', { 'web/src/lib/format/all.ts': `export * from './join.ts';\n` }, /no barrels/],
  [
    'a barrel in two steps',
    { 'web/src/lib/format/all.ts': `import { join } from './join.ts';\nexport { join };\n` },
    /no barrels/,
  ],
  [
    'a cycle',
    {
      'web/src/lib/format/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
      'web/src/lib/format/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
    },
    /a\.ts → web\/src\/lib\/format\/b\.ts → web\/src\/lib\/format\/a\.ts/,
  ],
  [
    'a cycle of types and lazy imports',
    {
      'web/src/lib/format/a.ts': `export type A = import('./b.ts').B;\n`,
      'web/src/lib/format/b.ts': `export type B = 1;\nexport const b = () => import('./a.ts');\n`,
    },
    /import cycle/,
  ],
  [
    'a decision that does not exist',
    { 'web/src/lib/format/x.ts': `// as decided (${absent})\n${someCode}` },
    /cites D[9]9, which docs\/decisions\.md does not have/,
  ],
  [
    'a heading that does not exist',
    { 'server/src/migrations/0003_likes_more.sql': `-- product.md${anchor}\n` },
    /cites product\.md#nowhere, and there is no such heading/,
  ],
  [
    'a document outside the repository',
    { 'docs/operating.md': `see ${elsewhere} section 2\n` },
    /cites a document that is not in the repository/,
  ],
  [
    'a picture that is not there',
    { 'docs/panduan-warga.md': '<img src="screens/feed-360.webp">\n' },
    /shows docs\/screens\/feed-360\.webp, which is not there/,
  ],
  [
    'a link that leads nowhere',
    { 'docs/server.md': 'See [there](nowhere.md) and [here](product.md#feed).' },
    /docs\/server\.md:1  links to nowhere\.md, which is not there/,
  ],
  [
    'a link to a heading that does not exist',
    { 'README.md': 'One\n\n[two](docs/web.md#one-thing), [three](docs/web.md#three)', 'docs/web.md': '# One thing' },
    /README\.md:3  links to docs\/web\.md#three/,
  ],
  [
    'a path in a document that does not exist',
    { 'docs/web.md': 'In `lib/format/join.ts`, `features/likes/`, `ui/<name>.tsx` and\n`web/src/lib/away.ts`' },
    /docs\/web\.md:2  names web\/src\/lib\/away\.ts/,
  ],
  [
    'a folder in a document that does not exist',
    { 'docs/web.md': 'In `web/src/hooks/`, not in `LAPAU_DATA/files/`' },
    /names web\/src\/hooks\//,
  ],
  [
    'both versions of a conflict',
    { 'docs/web.md': `One\n${'<'.repeat(7)} HEAD\nTwo\n` },
    /both versions of a conflict/,
  ],
  [
    'a key that stands twice in a JSON file',
    { 'web/tsconfig.json': '{\n  "a": { "b": 1 },\n  // why\n  "b": [{ "a": 1 }],\n  "a": 2\n}\n' },
    /web\/tsconfig\.json:5  has the key "a" twice/,
  ],
  [
    'a release whose newest migration is not said',
    {
      'CHANGELOG.md':
        '## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n- more\n\n## 0.1.0 - 2026-11-25\n\nNewest migration: `0003_notifications`.\n',
    },
    /CHANGELOG\.md:3  does not say which migration is the newest of 0\.2\.0/,
  ],
  [
    'a release whose newest migration does not exist',
    { 'CHANGELOG.md': '## 0.1.0 - 2026-11-25\n\nNewest migration: `0004_likes`.\n' },
    /names 0004_likes as the newest migration of 0\.1\.0/,
  ],
  ['a picture that no document shows', { 'docs/screens/feed-360.webp': '' }, /is shown by no document/],
  [
    'a text beside a value',
    { 'web/src/ui/parts/price.tsx': 'export const Price = ({ price }: { price: string }) => <p>Harga: {price}</p>;\n' },
    /price\.tsx:1  'Harga:' is lost when the page is translated/,
  ],
  [
    'a text that comes and goes beside an element',
    { 'web/src/ui/parts/price.tsx': "export const Price = ({ isGone = false }) => <p><b />{isGone && 'Habis'}</p>;\n" },
    /price\.tsx:1  '\{isGone && 'Habis'\}' is lost/,
  ],
  [
    'a text in a fragment',
    { 'web/src/ui/parts/price.tsx': 'export const Price = () => (\n  <>\n    Harga <b />\n  </>\n);\n' },
    /price\.tsx:3  'Harga' is lost/,
  ],
  ['a file over 400 lines', { 'web/src/lib/format/long.ts': someCode.repeat(401) }, /401 lines, at most 400/],
];
