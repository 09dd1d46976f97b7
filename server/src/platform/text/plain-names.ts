// Names keep to letters that people write names with (UTS #39, section 3.1, in short), because most other letters look like
// one of them.

/**
 * The scripts that people use every day (UAX #31, table 5), and those of Indonesia. Other scripts, such as Cherokee or Lisu, would be
 * used here only because their letters look like Latin ones.
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
const writtenIn = (sets: string[][]) =>
  sets.map(
    (set) => new RegExp(`^[${['Common', 'Inherited', ...set].map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u'),
  );
const single = scripts.map((script) => [script]);
const nameScripts = writtenIn([...single, ...scriptsTogether.map((set) => ['Latin', ...set])]);
/** The scripts of one word. Latin is not mixed there, as a ロ between Latin letters stands for an o. */
const wordScripts = writtenIn([...single, ...scriptsTogether]);

const inOneScript = (name: string): boolean =>
  nameScripts.some((script) => script.test(name)) &&
  (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every((word) => wordScripts.some((script) => script.test(word)));

const invisibleLetter = /[\p{L}&&\p{Default_Ignorable_Code_Point}]/v;

/** The Latin letters of Europe's languages that are none of a to z with accents. */
const moreLatin = /[ßæœøđðþłıħŋəĸ]/i;
const hasRareLatin = (name: string): boolean =>
  (name.match(/\p{Script=Latin}/gu) ?? []).some(
    (letter) => !/^[a-z]/i.test(letter.normalize('NFD')) && !moreLatin.test(letter),
  );

/** The letters and signs of phonetics, except the ʻ and the ʼ, which stand for an apostrophe in names, and numbers of old scripts. */
const modifier =
  /[[\u02b0-\u02ff\u2e2f\ua700-\ua721\ua788-\ua78a]--[ʻʼ]]|[\p{N}&&\p{Script=Common}&&[\u{10000}-\u{10ffff}]]/v;

/** Lines through letters and around them, and small letters above them. The contract limits how many accents a letter has. */
const rareMark =
  /[\u0332-\u0341\u0346-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u{1cf00}-\u{1cf46}\u{1d165}-\u{1d1ad}]/u;
const keycap = /[\d#*]\ufe0f?\u20e3/gu;

/**
 * Whether no letter of a name stands for another one: the name keeps to one script, and to visible letters and accents in common use.
 * A letter of another shape, such as 𝓛, counts as the usual letter.
 */
export function isPlainlyWritten(name: string): boolean {
  const letters = name.normalize('NFKC');
  return (
    inOneScript(name) &&
    !invisibleLetter.test(name) &&
    !hasRareLatin(letters) &&
    !modifier.test(letters) &&
    !rareMark.test(name.normalize('NFD').replaceAll(keycap, ''))
  );
}
