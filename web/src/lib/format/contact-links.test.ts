import { expect, test } from 'vitest';
import { splitContactLine } from './contact-links.ts';

const links = (line: string) =>
  splitContactLine(line, 'Halo').flatMap(({ text, href }) => (href === null ? [] : [[text, href]]));

test.each([
  ['Surel: admin@lapau.test', 'admin@lapau.test', 'mailto:admin@lapau.test'],
  ['[admin@lapau.test]', 'admin@lapau.test', 'mailto:admin@lapau.test'],
  ['Surel “admin@lapau.test”.', 'admin@lapau.test', 'mailto:admin@lapau.test'],
  ['Telepon: 0810-0000-0001.', '0810-0000-0001', 'tel:081000000001'],
  ['+62 810 0000 0001', '+62 810 0000 0001', 'tel:+6281000000001'],
  ['Kantor (0752) 7750123', '(0752) 7750123', 'tel:07527750123'],
  ['WhatsApp: 0810-0000-0001', '0810-0000-0001', 'https://wa.me/6281000000001?text=Halo'],
  ['HP (+62) 810-0000-0001', '(+62) 810-0000-0001', 'tel:+6281000000001'],
  ['HP +62 (0)810 – 0000 – 0001', '+62 (0)810 – 0000 – 0001', 'tel:+6281000000001'],
  ['HP 62 810-0000-0001', '62 810-0000-0001', 'tel:+6281000000001'],
  ['WA 0810 0000 0001', '0810 0000 0001', 'https://wa.me/6281000000001?text=Halo'],
])('in %j the link is %j → %s', (line, text, href) => {
  expect(links(line)).toEqual([[text, href]]);
});

test.each(['Balai Nagari Muaro Paiti, Senin–Kamis pukul 9–12', 'Buka 08.00-16.00', 'Berdiri 2019-2026', '@lapau'])(
  'in %j nothing is a link',
  (line) => {
    expect(links(line)).toEqual([]);
  },
);

test('the parts of a line make up the whole line', () => {
  const line = 'Telepon 0810-0000-0001 atau tulis ke admin@lapau.test, ya';
  const segments = splitContactLine(line, 'Halo');
  expect(segments.map(({ text }) => text).join('')).toBe(line);
  expect(segments.filter(({ href }) => href)).toHaveLength(2);
});
