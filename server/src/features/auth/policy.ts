/** Small letters of Greek, Cyrillic and Latin, and digits, that are drawn as a Latin letter is (UTS #39, confusables). */
const lookAlikes: Record<string, string> = {
  a: 'αаɑ',
  b: 'βвь',
  c: 'ϲс',
  d: 'ԁđð',
  e: 'εе',
  g: 'ɡ',
  h: 'нһħ',
  j: 'ϳј',
  k: 'κк',
  l: 'i1|ιіıɩłƚǀӏ',
  m: 'м',
  n: 'ηп',
  o: '0οоøᴏ',
  p: 'ρр',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'τт',
  u: 'μυиц',
  v: 'νѵ',
  w: 'ωԝ',
  x: 'χх',
  y: 'γуү',
};
/** Greek capitals that look like a different Latin letter than their lower case does. */
const capitals: Record<string, string> = { Η: 'h', Μ: 'm', Ν: 'n', Υ: 'y' };
const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) => Array.from(others, (letter) => [letter, latin] as const)),
);

/** Pairs that look like one letter. */
const pairs: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** A normal form of names: two names with the same skeleton look alike (UTS #39, D63). */
function nameSkeleton(name: string): string {
  const latin = name
    .normalize('NFKD')
    .replaceAll(/./gsu, (letter) => capitals[letter] ?? letter)
    .toLowerCase()
    .replaceAll(/./gsu, (letter) => latinOf.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return pairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), latin);
}

/** Whether a name looks like one reserved for the site or its admins. */
export function isReservedName(name: string, reserved: readonly string[]): boolean {
  const skeleton = nameSkeleton(name);
  return skeleton !== '' && reserved.some((other) => nameSkeleton(other) === skeleton);
}
