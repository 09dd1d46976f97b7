/**
 * A wa.me link with a prefilled greeting, or null when the number cannot be one (D22).
 * Numbers without a country code are Indonesian: `0812…`, `812…`, `62812…` and `+62 (0)812…` are the same.
 */
export function whatsappLink(number: string | null | undefined, greeting: string): string | null {
  const digits = internationalDigits(number ?? '');
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(greeting.toWellFormed())}`;
}

/** A `tel:` link that dials what was typed without its punctuation, or null when that is no number (D22). */
export function telLink(number: string | null | undefined): string | null {
  const dialled = (number ?? '').trim().replace(/(?!^\+)\D/g, '');
  return /^\+?\d{5,15}$/.test(dialled) ? `tel:${dialled}` : null;
}

function internationalDigits(number: string): string | null {
  const typed = number.replace(/\D/g, '');
  const hasCountryCode = number.trim().startsWith('+') || typed.startsWith('00');
  const trunkless = typed.replace(/^00/, '').replace(/^620/, '62').replace(/^0/, '62');
  const digits = hasCountryCode ? trunkless : trunkless.replace(/^8/, '628');
  if (/^628\d{7,11}$/.test(digits)) return digits;
  return hasCountryCode && !digits.startsWith('62') && /^\d{7,15}$/.test(digits) ? digits : null;
}
