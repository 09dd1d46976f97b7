import { localMinute } from '@lapau/contract/day';
import { formatDateTime } from './time.ts';

/*
 * An `<input type="datetime-local">` knows no time zone: what is typed into it is a time in Asia/Jakarta, wherever the phone is, and its
 * label says so (D110).
 */

/** An ISO time as the value of such an input; empty for none. */
export const toWibInput = (time: string | null): string => (time === null ? '' : localMinute(new Date(time)));

/** The ISO time of such an input's value; null when nothing, or only a part, was typed. */
export function fromWibInput(value: string): string | null {
  const at = new Date(`${value}+07:00`);
  return value === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The value of such an input as a person reads it: '17 Agustus 2026, 09.05 WIB'; empty for none. */
export function readWibInput(value: string): string {
  const time = fromWibInput(value);
  return time === null ? '' : formatDateTime(time);
}
