import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '..');
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !file.includes('.test.') && !file.startsWith('worker/'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));

const overlay =
  /<(?:\w*Dialog|\w*Sheet|SheetPanel|DialogPanel|Confirm|VersionConflict|PhotoViewer|PushOffer)(?:\.\w+)?\b/;
/** Matches code that runs without a tap. */
const runsByItself = /useEffect\(|useLayoutEffect\(|useSignal\(|subscribe\w*\(|\.then\(/;
const isBar = (text: string) => /role="status"/.test(text) && /(?:fixed|sticky) /.test(text);
const hasToastWithButton = (text: string) => /\baction: \{ label/.test(text);

/** Files with a dialog or sheet beside code that runs without a tap, a bar over the screen, or a toast with a button. */
const candidates = files
  .filter(({ text }) => (overlay.test(text) && runsByItself.test(text)) || isBar(text) || hasToastWithButton(text))
  .map(({ file }) => file)
  .toSorted();

/** Files whose overlays open by themselves. */
const byThemselves = [
  'app/device/device-bar.tsx',
  'app/device/install-offer.tsx',
  'features/feed/components/new-posts-button.tsx',
  'features/push/components/push-offer.tsx',
  'features/push/components/push-toast.ts',
];

/** Files whose overlays do not open by themselves, or take neither keys nor taps. */
const others = {
  'app/device/device-app.tsx': 'has the push sheet, which waits for itself',
  'app/device/lost-list.tsx': 'a tap opens it; the effect reads what was typed',
  'app/offline-bar.tsx': 'has nothing to tap, and is what who types without a signal should know',
  'features/chat/components/quick-reply-form.tsx':
    'a tap opens it; the effect moves the focus to a line that a tap has added',
  'features/comments/components/comment-thread.tsx': 'a tap opens it; the effect takes the addressee out of a draft',
  'features/decisions/components/use-deciding.ts': 'answers the decision of a tap',
  'features/posts/components/cook-again-panel.tsx': 'a tap opens it; the effect loads the rest of the menu',
  'features/posts/components/my-menu.tsx': 'a tap on a dish opens it',
  'features/posts/components/sending-dish-card.tsx': 'a tap opens it; the effect reads a draft',
  'features/posts/components/share-post.ts': 'answers the tap of sharing',
  'features/posts/composer/post-form.tsx': 'a tap, or going back, opens it; the effects keep the draft',
  'features/profile/components/avatar-dialog.tsx': 'a tap opens it; the effects end what it has begun',
  'features/reports/components/report-panel.tsx': 'a tap opens it; the effect reads what was typed before',
  'features/settings/components/settings-form.tsx': 'a save that is refused opens it; the effect scrolls to a group',
  'ui/overlays/menu-shell.tsx': 'a tap opens it',
  'ui/photos/photo-viewer-panel.tsx': 'a tap opens it; the effect follows the photos',
};

test('whatever could open without a tap is known to, or not to', () => {
  expect(candidates).toEqual([...byThemselves, ...Object.keys(others)].toSorted());
});

test.each(byThemselves)('%s opens only while nobody types and no finger is down', (file) => {
  const text = readFileSync(path.join(source, file), 'utf8');
  expect(text).toMatch(/useOpensByItself\(|onceItMayOpen\(|untilQuiet\(/);
});

test('no field takes the focus by itself', () => {
  const withAutoFocus = files.filter(({ text }) => /\bautoFocus\b/.test(text)).map(({ file }) => file);
  expect(withAutoFocus).toEqual([]);
});
