const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];

/** A number as a word for names, which may not look alike (D63): the rule takes Warga 10 and Warga 100 for one name. */
export const inSyllables = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => syllables[Number(digit)] ?? '');
