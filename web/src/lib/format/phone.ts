import { dialled, mobileDigits } from '@lapau/contract/phone';

/** A wa.me link with a prefilled greeting, or null when the number can be no mobile number. */
export function whatsappLink(number: string | null | undefined, greeting: string): string | null {
  const digits = mobileDigits(number ?? '');
  return (
    digits && `https://wa.me/${digits}?text=${encodeURIComponent(greeting.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`
  );
}

/** A `tel:` link, or null when the text is no number. */
export function telLink(number: string | null | undefined): string | null {
  const dial = dialled(number ?? '');
  return dial && `tel:${dial}`;
}
