import { Readable } from 'node:stream';
import { localDay } from '@lapau/contract/day';
import type { Before } from '@lapau/contract/text';
import type { FastifyReply } from 'fastify';

/** A column's title, and what a row has in it. */
export type CsvColumns<Row> = readonly (readonly [title: string, value: (row: Row) => string])[];

/** Rows per statement, few enough to be sent while the next ones are read. */
const batchSize = 1_000;

/**
 * Sends a list as a file, a batch at a time: RFC 4180, UTF-8 with the byte order mark by which Excel knows it.
 * @param name the beginning of the file's name, before the day
 * @param findBatch finds the rows after the last one, as the list's own pages have them
 */
export function sendCsv<Row extends Before>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<Row>,
  findBatch: (before: Before | undefined, limit: number) => Promise<Row[]>,
): FastifyReply {
  async function* lines() {
    yield `\ufeff${csvLine(columns.map(([title]) => title))}`;
    let before: Before | undefined;
    for (;;) {
      const rows = await findBatch(before, batchSize);
      if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('');
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return;
      before = { created_at: last.created_at, id: last.id };
    }
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}-${localDay(new Date())}.csv"`)
    .send(Readable.from(lines()));
}

export const csvLine = (values: string[]): string => `${values.map(cell).join(',')}\r\n`;

const cell = (value: string): string => `"${withoutFormula(value).replaceAll('"', '""')}"`;

/**
 * A spreadsheet runs a cell that starts with one of these signs as a formula, even after blanks (OWASP, CSV Injection). In a program
 * that separates cells by `;`, a tab or a line's end, such as an Indonesian Excel, a cell may also begin after one of those, within
 * our quotes. An apostrophe makes the cell a text.
 */
const formulaStart = /(^|[;\t\r\n])(?=["\s\u200b\ufeff]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

const withoutFormula = (value: string): string => value.replaceAll(formulaStart, "$1'");

/**
 * Writes a phone number in groups, '0812-3456-7890': spreadsheets take bare digits for a number and drop its zero. Groups keep every
 * digit and show no mark, as an apostrophe or a tab would in some of them, and ="0812…" would be a formula.
 */
export function csvPhone(typed: string): string {
  const digits = typed.replace(/^\+62[\s.()-]*(?:0\)?)?/, '0').replaceAll(/[\s().-]/g, '');
  return /^\d{5,}$/.test(digits) ? (digits.match(/\d{1,4}/g) ?? []).join('-') : typed;
}

const localTime = new Intl.DateTimeFormat('sv', {
  timeZone: 'Asia/Jakarta',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Writes a time in Asia/Jakarta as '2026-11-22 16:05', which every spreadsheet takes for a time. */
export const csvTime = (time: Date | string | null): string => (time === null ? '' : localTime.format(new Date(time)));
