import { telLink, whatsappLink } from '../../../lib/format/phone.ts';

/** A piece of a line; with an address it is a link. */
export interface Segment {
  text: string;
  /** Where in the line it begins. */
  start: number;
  href: string | null;
}

const email = String.raw`[^\s@,;:()<>]+@[^\s@,;:()<>]+\.[a-z]{2,}`;
// From nine digits on: opening hours and years are no numbers to call.
const phone = String.raw`(?:\+|\b0)\d(?:[\s().-]{0,2}\d){7,14}\b`;
const linked = new RegExp(`(${email})|(${phone})`, 'gi');

/**
 * A line of the contact setting with its e-mail addresses and phone numbers as links; on a line that names WhatsApp a
 * number opens it.
 */
export function contactSegments(line: string, greeting: string): Segment[] {
  const namesWhatsapp = /\b(?:whats\s?app|wa)\b/i.test(line);
  const segments: Segment[] = [];
  let end = 0;
  for (const { 0: text, 1: address, index } of line.matchAll(linked)) {
    const href = address ? `mailto:${address}` : (namesWhatsapp && whatsappLink(text, greeting)) || telLink(text);
    if (index > end) segments.push({ text: line.slice(end, index), start: end, href: null });
    segments.push({ text, start: index, href });
    end = index + text.length;
  }
  if (end < line.length) segments.push({ text: line.slice(end), start: end, href: null });
  return segments;
}
