import { nameSkeletons, withoutDoubles } from '../../platform/text/names.ts';

/** Words by which somebody claims to run the site; they are refused wherever they stand in a name. */
const offices = [
  'admin',
  'adminnya',
  'administrator',
  'superadmin',
  'sysadmin',
  'webmaster',
  'moderator',
  'pengelola',
  'petugas',
];

/** Words that claim so only before the site's name, or after it: Resmi is also a woman's name, and a stall may have an operator. */
const before = [
  'resmi',
  'tim',
  'staf',
  'staff',
  'pegawai',
  'pengurus',
  'pemilik',
  'owner',
  'pendiri',
  'operator',
  'layanan',
  'bantuan',
  'dukungan',
  'cs',
];
const after = [
  'resmi',
  'official',
  'support',
  'helpdesk',
  'team',
  'staff',
  'pengurus',
  'owner',
  'pusat',
  'verified',
  'terverifikasi',
  'app',
  'com',
  'id',
];

const productName = 'Lapau';

/** The patterns are kept for one site: its title changes rarely, and they take milliseconds to make. */
let made: { siteTitle: string; claims: Set<string> } | undefined;

/** The skeletons of the words that a name must not have: offices alone, and in one word with the site's name. */
function claimsOf(siteTitle: string): Set<string> {
  if (made?.siteTitle === siteTitle) return made.claims;
  const besideSite = [siteTitle, productName].flatMap((site) => [
    ...[...before, ...offices].map((office) => office + site),
    ...[...after, ...offices].map((office) => site + office),
  ]);
  made = { siteTitle, claims: new Set([...offices, ...besideSite].flatMap(nameSkeletons)) };
  return made.claims;
}

/** Matches the end of a word; a word ends before a capital, too, as in AdminKapur. */
const wordEnd = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[\s\p{P}\p{S}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u;

/** Splits a name into words in several ways: an invisible sign or a number may stand for nothing, the end of a word or a letter. */
function waysToSplit(name: string): string[][] {
  const shown = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const ways = [name, shown].map((text) => text.split(wordEnd));
  return [
    name.split(/\s+/),
    ...ways,
    ...ways.map((words) => words.map((word) => word.replaceAll(/^\p{N}+|\p{N}+$/gu, ''))),
    ...ways.map((words) => words.flatMap((word) => word.split(/\p{N}+/u))),
  ];
}

/**
 * Whether a name says that its owner runs the site, as 'Admin Nagari' or 'Lapau Resmi' do. Only whole words count, so that Admina
 * and Minang stay names; a word may be spelt with spaces or signs between its letters, or with others that look like them, and
 * have numbers before and after it.
 */
export function claimsOffice(name: string, siteTitle: string): boolean {
  const refused = claimsOf(siteTitle);
  return waysToSplit(name).some((split) => {
    const skeletons = split.filter((word) => word !== '').map(nameSkeletons);
    return (skeletons[0] ?? []).some((_, reading) =>
      hasRun(
        skeletons.map((ways) => ways[reading] ?? ''),
        refused,
      ),
    );
  });
}

/** Whether words that follow one another, taken together, are one of some skeletons. */
const hasRun = (words: string[], refused: Set<string>): boolean =>
  words.some((_, from) =>
    words.some((_word, to) => to >= from && refused.has(withoutDoubles(words.slice(from, to + 1).join('')))),
  );
