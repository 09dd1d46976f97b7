import { z } from 'zod';
import { toExternalUrl } from './external-url.ts';
import { limits } from './limits.ts';
import { textProblem } from './text-checks.ts';

/** Trimmed plain text; length first, then what it consists of (D24, D25). */
const plainText = (max: number, lines: 'one' | 'many') =>
  z
    .string({ error: 'Harus berupa teks.' })
    .transform((value) => (lines === 'many' ? value.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n') : value).trim())
    .pipe(
      z
        .string()
        .max(max, { error: `Paling banyak ${max} huruf.` })
        .superRefine((value, context) => {
          const message = textProblem(value, lines);
          if (message !== undefined) context.addIssue({ code: 'custom', message });
        }),
    );

const required = (schema: ReturnType<typeof plainText>, missing: string) =>
  schema.refine((value) => value !== '', { error: missing });

/** One line of at most `max` characters, empty allowed. */
export const line = (max: number) => plainText(max, 'one');

/** One line of 1 to `max` characters. */
export const requiredLine = (max: number, missing = 'Wajib diisi.') => required(line(max), missing);

/** At most `max` characters with newlines, empty allowed. */
export const text = (max: number) => plainText(max, 'many');

/** 1 to `max` characters with newlines. */
export const requiredText = (max: number, missing = 'Wajib diisi.') => required(text(max), missing);

/** Lower case, as PostgreSQL writes them: topics and paths hold ids as text. */
export const id = z.uuid({ error: 'Bukan id yang sah.' }).toLowerCase();

/**
 * The id of a new row, made by the client so that a retry after a lost answer adds nothing (D59): the same content gets
 * the same answer, other content `id_conflict`, a row deleted since `already_deleted`. A UUIDv7 keeps indexes dense; any
 * UUID is taken, and the server makes one if there is none.
 */
export const newId = id.optional();

export const email = z
  .string({ error: 'Harus berupa teks.' })
  .trim()
  .toLowerCase()
  .max(limits.email, { error: `Paling banyak ${limits.email} huruf.` })
  .pipe(z.email({ error: 'Alamat email tidak sah.' }));

export const password = z
  .string({ error: 'Harus berupa teks.' })
  .min(limits.passwordMin, { error: `Password minimal ${limits.passwordMin} karakter.` })
  .max(limits.passwordMax, { error: `Password paling banyak ${limits.passwordMax} karakter.` })
  .refine((value) => !/[\p{Cs}\p{Cc}]/u.test(value), { error: 'Berisi karakter yang tidak dapat disimpan.' });

/** A link that leaves the app, or none: http or https, its host in ASCII (D23). */
export const externalUrl = line(limits.url)
  .transform((value) => (value === '' ? '' : toExternalUrl(value)))
  .pipe(
    z
      .string({ error: 'Tautan harus diawali http:// atau https://.' })
      .max(limits.url, { error: `Paling banyak ${limits.url} huruf.` }),
  );

/** A moment on the wire: ISO 8601 with offset, milliseconds, UTC. */
export const moment = z.iso.datetime({ offset: true });

/** ISO 8601 knows the year 0000 and offsets of 23 hours, PostgreSQL does not: no row is older than 1970. */
const cursorMoment = z.iso
  .datetime({ offset: true, error: 'Bukan waktu yang sah.' })
  .transform((value) => new Date(value))
  .refine((date) => date.getTime() >= 0 && date.getUTCFullYear() < 10_000, { error: 'Bukan waktu yang sah.' })
  .transform((date) => date.toISOString());

/** A row of a list that the reader has: where the list goes on (keyset cursor, D14). */
export const cursor = z.strictObject({ created_at: cursorMoment, id });
export type Before = z.infer<typeof cursor>;

export const pageLimit = z.int().min(1).max(limits.pageSizeMax).default(limits.pageSize);

/** A stored file as the client names it: a path inside its bucket (D48). */
export const storedPath = z
  .string()
  .max(300)
  .regex(/^[\w-]+(?:\/[\w-]+)*\/[\w.-]+\.(?:webp|png|svg|ico)$/, { error: 'Bukan nama berkas yang sah.' })
  .refine((path) => !path.includes('..'), { error: 'Bukan nama berkas yang sah.' });
