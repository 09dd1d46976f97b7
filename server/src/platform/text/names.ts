import { confusables } from './confusables.ts';

/** Letters that Unicode's table lacks: small capitals, turned letters, letters with strokes, hooks and tails, Cyrillic in small letters. */
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
/** The letters 🅛, 🅻 and 🇱: white on black, and the halves of flags. */
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

/**
 * Replaces each character by the Latin one that it looks like. In many scripts a small letter is drawn as its capital, and the table
 * may have only one of them.
 */
const asLatin = (text: string): string =>
  text.replaceAll(
    /./gsu,
    (letter) => latinOf.get(letter) ?? latinOf.get(letter.toUpperCase()) ?? latinOf.get(letter.toLowerCase()) ?? letter,
  );

/** Pairs of letters that look like one; an i has become an l before. */
const pairs: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/cl/g, 'd'],
];

/** Removes doubled letters, which people overlook in a longer word. Short names keep them, as Anna is another name than Ana. */
export function withoutDoubles(letters: string): string {
  const single = letters.replaceAll(/(\p{L})\1+/gu, '$1');
  return single.length < 5 ? letters.replaceAll(/(\p{L})\1{2,}/gu, '$1') : single;
}

/**
 * Makes the skeleton of a name: two names with the same one look alike, apart from spaces, signs, accents and modifier letters (UTS
 * #39).
 */
function nameSkeleton(name: string): string {
  const latin = lettersOf(name).replaceAll(/[^\p{L}\p{N}]|\p{Lm}/gu, '');
  return pairs.reduce(
    (text, [pair, letter]) => text.replaceAll(pair, letter),
    withoutDoubles(latin.replaceAll('vv', 'w')),
  );
}

function lettersOf(name: string): string {
  // This is the quick way for most names, because an admin's name is compared with everybody's.
  if (/^[ -~]*$/.test(name)) return asLatin(asLatin(name)).toLowerCase();
  const visible = name.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return asLatin(asLatin(asLatin(visible).normalize('NFKD').toLowerCase()));
}

/** Digits and signs that people write in place of letters. */
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
 * Makes the skeletons of a name for each way to read it, always in the same order: as it is, without its signs, and with the signs
 * taken for letters, with or without those at its ends.
 */
export function nameSkeletons(name: string): string[] {
  if (/^[\p{L}\p{M}\s]*$/u.test(name)) return readings.map(() => '').fill(nameSkeleton(name));
  const texts = readings.map((read) => read(name));
  const made = new Map([...new Set(texts)].map((text) => [text, nameSkeleton(text)]));
  return texts.map((text) => made.get(text) ?? '');
}

/** Whether a name looks like one of other names, such as those of the site or its admins. */
export function looksLikeOneOf(name: string, others: readonly string[]): boolean {
  const skeletons = new Set(nameSkeletons(name));
  skeletons.delete('');
  return others.some((other) => nameSkeletons(other).some((skeleton) => skeletons.has(skeleton)));
}
