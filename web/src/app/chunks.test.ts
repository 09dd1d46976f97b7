import { expect, test } from 'vitest';
import { chunkOf } from './chunks.ts';
import type { Modules } from './chunks.ts';

/** A graph of modules below web/src; `lazy` are those that are imported lazily. */
function graph(imports: Record<string, string[]>, lazy: string[]): Modules {
  const idOf = (name: string) => (name.startsWith('/') ? name : `/lapau/web/src/${name}`);
  return {
    getModuleInfo: (id) => ({
      importedIds: Object.entries(imports).flatMap(([from, to]) => (idOf(from) === id ? to.map(idOf) : [])),
      importers: Object.entries(imports).flatMap(([from, to]) =>
        to.some((one) => idOf(one) === id) ? [idOf(from)] : [],
      ),
      dynamicImporters: lazy.some((name) => idOf(name) === id) ? ['/lapau/web/src/app/routes.ts'] : [],
    }),
  };
}

const login = 'features/auth/screens/login-screen.tsx';
const post = 'features/posts/screens/post-screen.tsx';
const chat = 'features/chat/screens/chat-screen.tsx';
const comments = 'features/comments/components/comments-panel.tsx';
const menuPanel = 'ui/overlays/menu-panel.tsx';
const profile = 'features/profile/screens/profile-screen.tsx';
const dialogLibrary = '/lapau/node_modules/@base-ui/react/dialog.js';
const formLibrary = '/lapau/node_modules/zod/index.js';

const modules = graph(
  {
    [login]: ['lib/draft.ts', 'ui/form.ts', 'ui/only-login.ts'],
    [post]: ['lib/outbox/outbox.ts', 'lib/draft.ts'],
    [chat]: ['lib/outbox/outbox.ts'],
    [comments]: ['ui/sheet.ts', 'lib/outbox/outbox.ts'],
    [profile]: ['ui/avatar-dialog.ts', 'ui/version.ts', 'ui/form.ts'],
    'features/stats/screens/stats-screen.tsx': ['ui/version.ts'],
    [menuPanel]: ['ui/menu.ts'],
    'ui/menu.ts': [dialogLibrary],
    'ui/sheet.ts': ['ui/menu.ts'],
    'ui/avatar-dialog.ts': [dialogLibrary],
    'ui/form.ts': [formLibrary],
    'ui/version.ts': [formLibrary],
  },
  [login, post, chat, comments, profile, menuPanel, 'features/stats/screens/stats-screen.tsx'],
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
  ['ui/avatar-dialog.ts', 'account-overlays'],
  [dialogLibrary, 'dialogs'],
  ['app/main.tsx', null],
])('%s goes into the chunk %s', (name, chunk) => {
  const id = name.startsWith('/') ? name : `/lapau/web/src/${name}`;
  expect(chunkOf(id, modules)).toBe(chunk);
});
