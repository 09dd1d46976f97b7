import type { Text } from './citations.ts';
import type { Problem } from './problem.ts';

/** Second words for one thing, and times that are not written as Indonesian does, with what to write instead (D65). */
const refused: [RegExp, string][] = [
  [/\bberanda\b/gi, 'feed'],
  [/\b(?:koneksi|jaringan)\b|\b(?:sedang|saat) offline\b/gi, 'sinyal'],
  [/\bsurel\b/gi, 'email'],
  [/\bpranala\b/gi, 'tautan'],
  [/\btekan\b/gi, 'ketuk'],
  [/\bsetelan\b/gi, 'pengaturan'],
  [/(?<!\bgambar )\bpemberitahuan\b/gi, 'notifikasi'],
  [/\bperamban\b/gi, 'browser'],
  [/\bke feed\b/g, 'Ke Feed'],
  [/\btertahan\b/gi, 'belum terkirim'],
  [/\bisian (?:anda|saya)\b/gi, 'yang Anda tulis'],
  [/\bpukul \d{1,2}:\d{2}\b|\bjam \d{1,2}[.:]\d{2}\b/gi, 'pukul 04.00'],
];

/** Texts that villagers read, on screens and in the guides, have one word for one thing. */
export const checkWords = (texts: Text[]): Problem[] =>
  texts
    .filter(({ path }) => /^(?:(?:web|contract|server)\/src\/.*(?<!\.test)\.tsx?|docs\/panduan-.*\.md)$/.test(path))
    .flatMap(({ path, text }) =>
      refused.flatMap(([words, instead]) =>
        [...text.matchAll(words)].map(({ 0: word, index }): Problem => ({
          path,
          line: text.slice(0, index).split('\n').length,
          message: `says "${word}": write "${instead}", so that one thing has one name (D65)`,
        })),
      ),
    );
