import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OrderBadges } from './components/order-badges.tsx';

const badges = (post: { isOpen: boolean; warungIsOpen: boolean | null }, showsAvailable?: boolean) =>
  renderToStaticMarkup(<OrderBadges post={post} showsAvailable={showsAvailable} />)
    .split(/<[^>]*>/)
    .filter(Boolean);

test.each([
  [{ isOpen: true, warungIsOpen: true }, []],
  [{ isOpen: true, warungIsOpen: null }, []],
  [{ isOpen: true, warungIsOpen: false }, ['Tutup']],
  [{ isOpen: false, warungIsOpen: true }, ['Habis']],
  [{ isOpen: false, warungIsOpen: null }, ['Habis']],
  [{ isOpen: false, warungIsOpen: false }, ['Tutup', 'Habis']],
])('%o has the badges %o, and only what can be ordered is available', (post, expected) => {
  expect(badges(post)).toEqual(expected);
  expect(badges(post, true)).toEqual(expected.length > 0 ? expected : ['Tersedia']);
});
