import { confusables } from './confusables.ts';

/** What Unicode's table lacks: small capitals, turned letters, letters with strokes, hooks and tails, Cyrillic in small letters. */
const moreConfusables: typeof confusables = [
  ['a', 'ᴀɐɒʌȺᶏⱥⲁ'],
  ['b', 'ʙßƅᴃᵬᶀꞖꞗ'],
  ['c', 'ꞇɕʗꞔꟄ'],
  ['d', 'ᴅẟðȡᵭᶁᶑꝹꝺꟇꟈ'],
  ['e', 'ᴇɛꞓǝəɘɜɝɞʚᴈᶒᶓᶔⱸⱻꞫꬳꬴ'],
  ['f', 'ᶂꜰꝻꝼ'],
  ['g', 'ɢʛᵷᵹꝽꝾꝿꞠꞡꟐꟑꬶ'],
  ['h', 'ʜɥʮʯⱵⱶꞍꞕꟵꟶ'],
  ['i', 'ᴉᶖ'],
  ['j', 'ᴊȷɟʄ'],
  ['k', 'ᴋĸʞᶄꝂꝃꝄꝅꞢꞣꞰ'],
  ['l', '⅃ʟꞁȴɬᴌᶅⱠⱡꝆꝇꝈꝉꞎꞭꬷꬸꬹ'],
  ['m', 'ʍɰᴟᶆꟺꬺ'],
  ['n', 'ɴᴎпȵᶇꞐꞑꞤꞥꬻ'],
  ['o', 'ᴒᴓᴖᴗᶗⱺꝌꝍ'],
  ['p', 'ᴘᵱᶈꝐꝑꝒꝓꝔꝕ'],
  ['q', 'ꞯɋꝖꝗꝘꝙ'],
  ['r', 'ʀɾᴙɹɺɻɿʁᴚᶉⱹꝚꝛꞂꞃꞦꞧꭆꭉꭋꭌ'],
  ['s', 'ƨȿᶊẜⱾꞄꞅꞨꞩꟉꟊ'],
  ['t', 'ᴛƫʇȶ'],
  ['u', 'μʊцᴝᶙꞞꞟꞸꞹꭏ'],
  ['v', 'ⱱⱴꞜꞝ'],
  ['w', 'ωⱲⱳꟂꟃ'],
  ['x', 'ᶍꭖꭗꭘꭙ'],
  ['y', 'ʏʎᶌ'],
  ['z', 'ɀʑᶎⱫⱬⱿꝢꝣꟆ'],
];
/** 🅛, 🅻 and 🇱: white letters on black, and the halves of flags. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6].flatMap((first) =>
  Array.from(
    { length: 26 },
    (_, index) => [String.fromCodePoint(first + index), String.fromCodePoint(97 + index)] as const,
  ),
);
const latinOf = new Map([
  ...[...confusables, ...moreConfusables].flatMap(([latin, others]) =>
    Array.from(others, (letter) => [letter, latin] as const),
  ),
  ...enclosed,
]);

/** What each character looks like; in many scripts a small letter is drawn as its capital, of which the table may have only one. */
const asLatin = (text: string): string =>
  text.replaceAll(
    /./gsu,
    (letter) => latinOf.get(letter) ?? latinOf.get(letter.toUpperCase()) ?? latinOf.get(letter.toLowerCase()) ?? letter,
  );

/** Pairs that look like one letter; an i is an l by then. */
const pairs: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/cl/g, 'd'],
];

/** A skeleton without doubled letters, which are overlooked in a word of some length; of short names they make other ones, as Anna of Ana. */
export function withoutDoubles(letters: string): string {
  const single = letters.replaceAll(/(\p{L})\1+/gu, '$1');
  return single.length < 5 ? letters.replaceAll(/(\p{L})\1{2,}/gu, '$1') : single;
}

/** A normal form of names: two names with the same skeleton look alike, spaces, signs, accents and modifier letters aside (UTS #39). */
function nameSkeleton(name: string): string {
  const latin = lettersOf(name).replaceAll(/[^\p{L}\p{N}]|\p{Lm}/gu, '');
  return pairs.reduce(
    (text, [pair, letter]) => text.replaceAll(pair, letter),
    withoutDoubles(latin.replaceAll('vv', 'w')),
  );
}

function lettersOf(name: string): string {
  // most names, of which an admin's is compared with everybody's
  if (/^[ -~]*$/.test(name)) return asLatin(asLatin(name)).toLowerCase();
  const visible = name.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return asLatin(asLatin(asLatin(visible).normalize('NFKD').toLowerCase()));
}

/** Digits and signs that are written for letters. */
const writtenFor: Record<string, string> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  '▲': 'a',
  '△': 'a',
  '🔺': 'a',
  '∆': 'a',
  '€': 'e',
  '£': 'l',
  '!': 'i',
  '¡': 'i',
  '●': 'o',
  '○': 'o',
  '◯': 'o',
  '⚪': 'o',
  '⚫': 'o',
  '⭕': 'o',
  '🔴': 'o',
  $: 's',
  '+': 't',
  '✝': 't',
};
const readSigns = (name: string): string => name.replaceAll(/./gsu, (sign) => writtenFor[sign] ?? sign);

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

const readings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll(/[\p{No}\p{P}\p{Sc}\p{Sk}\p{Sm}]/gu, ''),
  readSigns,
  (name) => readSigns(name.replaceAll(edges, '')),
];

/**
 * The skeletons of a name in each way it may be read, always in the same order: as it stands, without its signs, and with them
 * taken for letters, those at its ends too or not.
 */
export function nameSkeletons(name: string): string[] {
  if (/^[\p{L}\p{M}\s]*$/u.test(name)) return readings.map(() => '').fill(nameSkeleton(name));
  const texts = readings.map((read) => read(name));
  const made = new Map([...new Set(texts)].map((text) => [text, nameSkeleton(text)]));
  return texts.map((text) => made.get(text) ?? '');
}

/** Whether a name looks like one of others, the site's or its admins'. */
export function looksLikeOneOf(name: string, others: readonly string[]): boolean {
  const skeletons = new Set(nameSkeletons(name));
  skeletons.delete('');
  return others.some((other) => nameSkeletons(other).some((skeleton) => skeletons.has(skeleton)));
}
