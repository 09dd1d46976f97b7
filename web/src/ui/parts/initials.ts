import { graphemes } from '../../lib/format/graphemes.ts';

/** 'Kadai Uni Eli' → 'KU'. An emoji at the beginning of a word stays whole. */
export const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => graphemes(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('id');
