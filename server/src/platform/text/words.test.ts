import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { plainWords } from './words.ts';

const { platform } = await startTestServer();

async function plainInDatabase(texts: string[]): Promise<string[]> {
  const rows = await platform.database.query<{ plain: string }>(
    'select plain_words(text) as plain from unnest($1::text[]) text',
    [texts],
  );
  return rows.map(({ plain }) => plain);
}

/** Finds which texts the database knows: PostgreSQL may be older than some letter, and then knows neither its small form nor its parts. */
async function knownToDatabase(texts: string[]): Promise<boolean[]> {
  const composed = texts.map((text) => text.normalize('NFC'));
  const rows = await platform.database.query<{ known: boolean }>(
    'select normalize(text, nfc) = composed as known from unnest($1::text[], $2::text[]) as given(text, composed)',
    [texts, composed],
  );
  return rows.map(({ known }) => known);
}

test.each([
  ["Ka'o Lamang", 'kao lamang'],
  ['Kue\u0301 Talam', 'kue talam'],
  ['Ｒｅｎｄａｎｇ 𝐃𝐚𝐠𝐢𝐧𝐠', 'rendang daging'],
  ['Sate-Lontong (pedas), es/teh', 'sate lontong pedas es teh'],
  ['  Danguang\u2013Danguang\u00a0Uni\u2026', 'danguang danguang uni'],
  ['Ren\u00addang\u200b', 'rendang'],
  ['🔥Ceker🔥Pedas❤️', '🔥 ceker 🔥 pedas ❤'],
  ['½ ayam', '1 2 ayam'],
  ['… “ ” \u2028', ''],
])('%j is in plain words %j, in the database too (D136)', async (names, plain) => {
  expect(plainWords(names)).toBe(plain);
  expect(await plainInDatabase([names, plain])).toEqual([plain, plain]);
  expect(plainWords(plain)).toBe(plain);
});

test('the database takes the same characters for signs, accents, pictures and silent ones (D136)', async () => {
  const ranges = [
    [0x1, 0xd7ff],
    [0xe000, 0x1ffff],
    [0xe0000, 0xe01ff],
  ] as const;
  for (const [first, last] of ranges) {
    for (let start = first; start <= last; start += 0x2000) {
      const texts = Array.from({ length: Math.min(0x2000, last - start + 1) }, (_, index) => {
        const character = String.fromCodePoint(start + index)
          .normalize('NFKD')
          .toLowerCase();
        return `a${character}b ${character}`;
      });
      const plain = await plainInDatabase(texts);
      const known = await knownToDatabase(texts);
      const differing = texts.filter((text, index) => known[index] && plainWords(text) !== plain[index]);
      expect(differing.map((text) => text.codePointAt(1)?.toString(16))).toEqual([]);
    }
  }
});
