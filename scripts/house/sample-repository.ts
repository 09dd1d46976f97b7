export type Files = Record<string, string>;

export const someCode = 'export const some = 1;\n';

/** A small repository that keeps all rules, one file of each kind. The tests break one rule at a time. */
export const sampleRepository: Files = {
  'package.json': '{}',
  'CHANGELOG.md': '# Changelog\n\n## 0.1.0 - 2026-11-25\n\nNewest migration: `0003_notifications`.\n',
  'ARCHITECTURE.md':
    'server 1  notifications\nserver 2  likes\nserver 3  feed · posts\n\nweb 1  chat · likes\nweb 2  banners · feed\n',
  'docs/decisions.md': '# Decisions\n\n### D17 Price text\n',
  'docs/product.md': '# The product\n\n## Feed\n',
  'contract/src/call.ts': `import { z } from 'zod';\nexport const call = z;\n`,
  'contract/src/likes.ts': `import { call } from './call.ts';\nexport const toggle_like = call;\n`,
  'contract/src/likes.test.ts': `import { test } from 'vitest';\nimport { toggle_like } from './likes.ts';\ntest('', () => void toggle_like);\n`,
  'server/src/main.ts': `import { createApp } from './app.ts';\ncreateApp();\n`,
  'server/src/app.ts': `import { likesCalls } from './features/likes/calls.ts';\nexport const createApp = () => likesCalls;\n`,
  'server/src/platform/database/database.ts': `import { sql } from 'kysely';\nexport const now = sql\`select now()\`;\nexport type Db = object;\n`,
  'server/src/migrations/0001_platform.sql': 'create table secrets ();',
  'server/src/migrations/0002_likes.sql': 'create table likes ();',
  'server/src/migrations/0003_notifications.sql': 'create table notes (like_id uuid references likes);',
  'server/src/migrations/repeatable/likes.sql':
    'create view likers as select 1 from likes;\ncreate function like_all() as $$ delete from notes $$;',
  'server/src/migrations/repeatable/notifications.sql': 'create view noted as select 1 from notes n, likers;',
  'server/src/features/likes/calls.ts': `import { toggle_like } from '@lapau/contract/likes';\nimport { mayLike } from './policy.ts';\nimport { toggle } from './rules.ts';\nexport const likesCalls = { toggle_like, mayLike, toggle };\n`,
  'server/src/features/likes/policy.ts': `import type { Like } from '@lapau/contract/likes';\nimport { call } from '@lapau/contract/call';\nimport type { Db } from '../../platform/database/database.ts';\nexport const mayLike = (_: Like & Db) => call;\n`,
  'server/src/features/likes/rules.ts': `import { insertLike } from './queries.ts';\nimport { notify } from '../notifications/rules.ts';\nexport const toggle = () => notify(insertLike);\n`,
  'server/src/features/likes/queries.ts': `import type { Db } from '../../platform/database/database.ts';\nimport type { Note } from '../notifications/rules.ts';\nexport const insertLike = (db: Db & Note) => db.insertInto('likes');\n`,
  'server/src/features/likes/likes.test.ts': `import { build } from '../../testing/build.ts';\nbuild().selectFrom('likes');\n`,
  'server/src/features/notifications/queries.ts': `import { sql } from 'kysely';\nexport const read = [sql\`select from likers join notes using (id)\`];\n`,
  'server/src/features/notifications/rules.ts': `export type Note = object;\nexport const notify = (one: unknown) => one;\n`,
  'server/src/testing/build.ts': `import { Pool } from 'pg';\nexport const build = () => new Pool();\n`,
  'demo/src/seed.ts': `import { toggle } from '../../server/src/features/likes/rules.ts';\nexport const seed = toggle;\n`,
  'server/src/cli/demo.ts': `import { seed } from '../../../demo/src/seed.ts';\nseed();\n`,
  'web/vite.config.ts': 'export default {};\n',
  'web/src/app/main.tsx': `const screen = () => import('../features/feed/screens/feed.tsx');\nexport { screen };\n`,
  'web/src/ui/parts/button.tsx': `import { join } from '../../lib/format/join.ts';\nexport const Button = () => <b>{join()}</b>;\nexport const Price = ({ price = '' }) => <p>Harga: <b>{price || 'Habis'}</b>{' '} per porsi</p>;\n`,
  'web/src/lib/format/join.ts': `export const join = () => '';\n`,
  'web/src/lib/calls/api.ts': `export const api = () => fetch('/rpc');\n`,
  'web/src/features/likes/api.ts': `import { api } from '../../lib/calls/api.ts';\nexport const useLike = api;\n`,
  'web/src/features/likes/components/like-button.tsx': `import { Button } from '../../../ui/parts/button.tsx';\nimport { useLike } from '../api.ts';\nexport const LikeButton = () => [Button, useLike];\n`,
  'web/src/features/feed/screens/feed.tsx': `import { LikeButton } from '../../likes/components/like-button.tsx';\nexport const Feed = LikeButton;\n`,
  'e2e/posts-live.spec.ts': `import { start } from './support/start.ts';\nstart();\n`,
  'e2e/support/start.ts': `import { build } from '../../server/src/testing/build.ts';\nexport const start = build;\n`,
  'bench/server.ts': `import { now } from '../server/src/platform/database/database.ts';\nnow();\n`,
};
