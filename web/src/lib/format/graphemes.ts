let segmenter: Intl.Segmenter | undefined;

/** The letters and signs of a text as people count them: a letter with its marks and an emoji with all its parts are one. */
export function graphemes(text: string): string[] {
  // Firefox has this class since 125.
  if (!('Segmenter' in Intl)) return Array.from(text);
  segmenter ??= new Intl.Segmenter('id');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
