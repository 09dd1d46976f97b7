import { telLink, whatsappLink } from './phone.ts';

/** A part of a line; a link if it has an `href`. */
type ContactSegment = {
  text: string;
  /** Its offset in the line. */
  start: number;
  href: string | null;
};

const emailSign = String.raw`[^\s@,;:()<>[\]{}"\p{Pi}\p{Pf}]`;
const emailPattern = String.raw`${emailSign}+@${emailSign}+\.[a-z]{2,}`;
// At least nine digits: opening hours and years are not phone numbers.
const phonePattern = String.raw`(?:\(?\+\s?|\(?\b0|\b62[\s-]?8)\d(?:[\s().\p{Pd}]{0,3}\d){7,14}\b`;
const emailOrPhone = new RegExp(`(${emailPattern})|(${phonePattern})`, 'giu');

/** The lines of a list setting without duplicates, which would be duplicate React keys. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/**
 * Splits a line of the contact setting into text and links: e-mail addresses, and phone numbers. On a line that mentions
 * WhatsApp, numbers open a WhatsApp chat that starts with `greeting`.
 */
export function splitContactLine(line: string, greeting: string): ContactSegment[] {
  const mentionsWhatsapp = /\b(?:whats\s?app|wa)\b/i.test(line);
  const segments: ContactSegment[] = [];
  let end = 0;
  for (const { 0: text, 1: address, index } of line.matchAll(emailOrPhone)) {
    const href = address ? `mailto:${address}` : (mentionsWhatsapp && whatsappLink(text, greeting)) || telLink(text);
    if (index > end) segments.push({ text: line.slice(end, index), start: end, href: null });
    segments.push({ text, start: index, href });
    end = index + text.length;
  }
  if (end < line.length) segments.push({ text: line.slice(end), start: end, href: null });
  return segments;
}
