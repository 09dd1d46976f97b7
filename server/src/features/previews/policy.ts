const phoneLike = /[+(]?\p{Nd}(?:[\s().\-/]*\p{Nd}){7,}/gu;
/** `15.000` and `15000`, also as a range. A phone number starts with 0 or + and seldom has its digits in such groups. */
const amount = String.raw`(?:[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{1,4}00)`;
const amounts = new RegExp(`^${amount}(?:\\s*[-/]\\s*${amount})*$`);

/**
 * A text that people typed without what may be a phone number: strangers read previews (D16).
 */
export const withoutPhoneNumbers = (text: string): string =>
  text
    .replace(phoneLike, (found) => (amounts.test(found) ? found : ''))
    .replace(/\s{2,}/g, ' ')
    .trim();
