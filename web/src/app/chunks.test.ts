import { expect, test } from 'vitest';
import { chunkOf } from './chunks.ts';
import type { Modules } from './chunks.ts';

/** A graph of modules below web/src, by what imports what, and what imports what lazily. */
function graph(imports: Record<string, string[]>, lazyImports: Record<string, string[]>): Modules {
  const idOf = (name: string) => (name.startsWith('/') ? name : `/lapau/web/src/${name}`);
  const importersIn = (all: Record<string, string[]>, id: string) =>
    Object.entries(all).flatMap(([from, to]) => (to.some((one) => idOf(one) === id) ? [idOf(from)] : []));
  return {
    getModuleInfo: (id) => ({
      importedIds: Object.entries(imports).flatMap(([from, to]) => (idOf(from) === id ? to.map(idOf) : [])),
      importers: importersIn(imports, id),
      dynamicImporters: importersIn(lazyImports, id),
    }),
  };
}

const login = 'features/auth/screens/login-screen.tsx';
const post = 'features/posts/screens/post-screen.tsx';
const chat = 'features/chat/screens/chat-screen.tsx';
const comments = 'features/comments/components/comments-panel.tsx';
const price = 'features/posts/components/price-panel.tsx';
const menuPanel = 'ui/overlays/menu-panel.tsx';
const profile = 'features/profile/screens/profile-screen.tsx';
const stats = 'features/stats/screens/stats-screen.tsx';
const dialogLibrary = '/lapau/node_modules/@base-ui/react/dialog.js';
const formLibrary = '/lapau/node_modules/zod/index.js';

const modules = graph(
  {
    'app/main.tsx': ['app/routes.ts', 'features/feed/card.tsx'],
    'app/areas/login.ts': [login],
    'app/areas/posts.ts': [post],
    'app/areas/talk.ts': [chat],
    'app/areas/account.ts': [profile],
    'app/areas/cook.ts': [stats],
    [login]: ['lib/draft.ts', 'ui/form.ts', 'ui/only-login.ts'],
    [post]: ['lib/outbox/outbox.ts', 'lib/draft.ts', 'features/feed/card.tsx'],
    [chat]: ['lib/outbox/outbox.ts', 'ui/menu-button.tsx'],
    [comments]: ['ui/sheet.ts', 'lib/outbox/outbox.ts'],
    [profile]: ['ui/avatar-dialog.ts', 'ui/version.ts', 'ui/form.ts', 'ui/menu-button.tsx'],
    [stats]: ['ui/version.ts', 'features/posts/own-card.tsx'],
    [price]: [dialogLibrary],
    [menuPanel]: ['ui/menu.ts'],
    'ui/menu.ts': [dialogLibrary],
    'ui/sheet.ts': ['ui/menu.ts'],
    'ui/avatar-dialog.ts': [dialogLibrary],
    'ui/form.ts': [formLibrary],
    'ui/version.ts': [formLibrary],
  },
  {
    'app/routes.ts': ['login', 'posts', 'talk', 'account', 'cook'].map((area) => `app/areas/${area}.ts`),
    'features/feed/card.tsx': [comments, 'lib/kept.ts'],
    'features/posts/own-card.tsx': [price, 'features/posts/own-form.tsx'],
    'ui/menu-button.tsx': [menuPanel],
  },
);

test.each([
  ['ui/only-login.ts', 'login'],
  ['lib/draft.ts', 'login-base'],
  ['ui/form.ts', 'forms'],
  [post, 'posts'],
  ['lib/outbox/outbox.ts', 'shared'],
  [chat, 'talk'],
  ['ui/version.ts', 'shared-forms'],
  [comments, 'sheets'],
  ['ui/sheet.ts', 'sheets'],
  ['ui/menu.ts', 'menus'],
  ['features/posts/own-form.tsx', 'cook'],
  [price, 'cook-overlays'],
  ['lib/kept.ts', 'device'],
  ['ui/avatar-dialog.ts', 'account-overlays'],
  [dialogLibrary, 'dialogs'],
  ['app/main.tsx', null],
])('%s goes into the chunk %s', (name, chunk) => {
  const id = name.startsWith('/') ? name : `/lapau/web/src/${name}`;
  expect(chunkOf(id, modules)).toBe(chunk);
});
