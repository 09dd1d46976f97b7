/**
 * What a field says about a text over its limit of `max` characters, or undefined. The text is never cut: whoever pastes
 * it sees how much has to go (D25). Space around it does not count, as the server trims it.
 */
export function tooLong(text: string, max: number): string | undefined {
  const { length } = text.trim();
  return length > max ? `Paling banyak ${max} huruf, sekarang ${length}.` : undefined;
}
