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
  ['l', 'ʟꞁȴɬᴌᶅⱠⱡꝆꝇꝈꝉꞎꞭꬷꬸꬹ'],
  ['m', 'ʍɰᴟᶆꟺꬺ'],
  ['n', 'ɴᴎпȵᶇꞐꞑꞤꞥꬻ'],
  ['o', 'ᴒᴓᴖᴗᶗⱺꝌꝍ'],
  ['p', 'ᴘᵱᶈꝐꝑꝒꝓꝔꝕ'],
  ['q', 'ꞯɋꝖꝗꝘꝙ'],
  ['r', 'ʀɾᴙɹɺɻɿʁᴚᶉⱹꝚꝛꞂꞃꞦꞧꭆꭉꭋꭌ'],
  ['s', 'ƨȿᶊẜⱾꞄꞅꞨꞩꟉꟊ'],
  ['t', 'ᴛƫʇȶ'],
  ['u', 'μʊцᴝᶙꞸꞹꭏ'],
  ['v', 'ⱱⱴꞝꞟ'],
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

/** Pairs that look like one letter. */
const pairs: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** A normal form of names: two names with the same skeleton look alike, spaces, signs and accents aside (UTS #39). */
function nameSkeleton(name: string): string {
  const visible = name.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const latin = asLatin(asLatin(asLatin(visible).normalize('NFKD').toLowerCase())).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return pairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), latin);
}

/** Whether a name looks like one of others, the site's or its admins'. */
export function looksLikeOneOf(name: string, others: readonly string[]): boolean {
  const skeleton = nameSkeleton(name);
  return skeleton !== '' && others.some((other) => nameSkeleton(other) === skeleton);
}

/**
 * The scripts that people use every day (UAX #31, table 5), and those of Indonesia. Others, such as Cherokee or Lisu, are written
 * here only for letters that look like Latin ones.
 */
const scripts =
  `Latin Arabic Javanese Sundanese Balinese Batak Buginese Makasar Rejang Armenian Bengali Cyrillic Devanagari
  Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai
  Tibetan`.split(/\s+/);
/** Scripts that are written together, Latin letters among them (UTS #39, section 5.2, Highly Restrictive). */
const scriptsTogether = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
];
const inOneScript = [...scripts.map((script) => [script]), ...scriptsTogether.map((set) => ['Latin', ...set])].map(
  (set) => new RegExp(`^[${['Common', 'Inherited', ...set].map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u'),
);

const invisibleLetter = /[\p{L}&&\p{Default_Ignorable_Code_Point}]/v;

/** Whether a name keeps to one script, so that no letter of it stands for another, and has no letter that is not seen. */
export const isInOneScript = (name: string): boolean =>
  !invisibleLetter.test(name) && inOneScript.some((script) => script.test(name));
