import * as z from 'zod/mini';
import { toExternalUrl } from './external-url.ts';
import { limits } from './limits.ts';
import { textProblem, tooLong } from './text-checks.ts';

const atMost = (max: number) => z.maxLength(max, { error: ({ input }) => tooLong(input as string, max) });

/** Trimmed plain text; length first, then what it consists of (D24, D25). */
const plainText = (max: number, lines: 'one' | 'many') =>
  z.string({ error: 'Harus berupa teks.' }).check(
    z.overwrite((value) => (lines === 'many' ? value.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n') : value).trim()),
    atMost(max),
    z.superRefine((value, context) => {
      const message = textProblem(value, lines);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  );

const missing = 'Wajib diisi.';
const required = (schema: ReturnType<typeof plainText>, error: string) => schema.check(z.minLength(1, { error }));

/** One line of at most `max` characters, empty allowed. */
export const line = (max: number) => plainText(max, 'one');

/** One line of 1 to `max` characters. */
export const requiredLine = (max: number, error = missing) => required(line(max), error);

/** At most `max` characters with newlines, empty allowed. */
export const text = (max: number) => plainText(max, 'many');

/** 1 to `max` characters with newlines. */
export const requiredText = (max: number, error = missing) => required(text(max), error);

/** Lower case, as PostgreSQL writes them: topics and paths hold ids as text. */
export const id = z.uuid({ error: 'Bukan id yang sah.' }).check(z.toLowerCase());

/**
 * The id of a new row, made by the client so that a retry after a lost answer adds nothing (D59): the same content gets
 * the same answer, other content `id_conflict`, a row deleted since `already_deleted`. A UUIDv7 keeps indexes dense; any
 * UUID is taken, and the server makes one if there is none.
 */
export const newId = z.optional(id);

export const email = z.pipe(
  z
    .string({ error: 'Harus berupa teks.' })
    .check(z.trim(), z.toLowerCase(), z.minLength(1, { error: missing }), atMost(limits.email)),
  z.email({ error: 'Alamat email tidak sah.' }),
);

/** A password as somebody types it to prove who they are: a wrong one is wrong, whatever its form. */
export const givenPassword = z
  .string({ error: missing })
  .check(
    z.minLength(1, { error: missing }),
    z.maxLength(limits.passwordMax, { error: `Password paling banyak ${limits.passwordMax} karakter.` }),
  );

/** A password that is being set. */
export const password = givenPassword.check(
  z.minLength(limits.passwordMin, { error: `Password minimal ${limits.passwordMin} karakter.` }),
  z.refine((value) => !/[\p{Cs}\p{Cc}]/u.test(value), { error: 'Berisi karakter yang tidak dapat disimpan.' }),
);

/** A link that leaves the app, or none: http or https, its host in ASCII (D23). */
export const externalUrl = z.pipe(
  z.pipe(
    line(limits.url),
    z.transform((value) => (value === '' ? '' : toExternalUrl(value))),
  ),
  z.string({ error: 'Tautan harus diawali http:// atau https://.' }).check(atMost(limits.url)),
);

/** A moment on the wire: ISO 8601 with offset, milliseconds, UTC. */
export const moment = z.iso.datetime({ offset: true });

/** ISO 8601 knows the year 0000 and offsets of 23 hours, PostgreSQL does not: no row is older than 1970. */
const cursorMoment = z.pipe(
  z.iso.datetime({ offset: true, error: 'Bukan waktu yang sah.' }),
  z.pipe(
    z
      .transform((value: string) => new Date(value))
      .check(
        z.refine((date) => date.getTime() >= 0 && date.getUTCFullYear() < 10_000, { error: 'Bukan waktu yang sah.' }),
      ),
    z.transform((date: Date) => date.toISOString()),
  ),
);

/** A row of a list that the reader has: where the list goes on (keyset cursor, D14). */
export const cursor = z.strictObject({ created_at: cursorMoment, id });
export type Before = z.infer<typeof cursor>;

export const pageLimit = z._default(z.int().check(z.minimum(1), z.maximum(limits.pageSizeMax)), limits.pageSize);

/** A stored file as the client names it: a path inside its bucket (D48). */
export const storedPath = z.string().check(
  z.maxLength(300),
  z.regex(/^[\w-]+(?:\/[\w-]+)*\/[\w.-]+\.(?:webp|png|svg|ico)$/, { error: 'Bukan nama berkas yang sah.' }),
  z.refine((path) => !path.includes('..'), { error: 'Bukan nama berkas yang sah.' }),
);
