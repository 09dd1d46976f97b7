import { z } from 'zod';
import { isExternalUrl } from './external-url.ts';
import { limits } from './limits.ts';

/** PostgreSQL stores neither NUL nor lone surrogates; other control characters but tab and newline are refused as well. */
// oxlint-disable-next-line no-control-regex
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const clean = (value: string) => value.isWellFormed() && !forbiddenCharacters.test(value);

/** Trimmed plain text of at most `max` characters, empty allowed (D24, D25). */
export const text = (max: number) =>
  z
    .string({ error: 'Harus berupa teks.' })
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(max, { error: `Paling banyak ${max} huruf.` })
        .refine(clean, { error: 'Berisi karakter yang tidak dapat disimpan.' }),
    );

/** Trimmed plain text of 1 to `max` characters. */
export const requiredText = (max: number, missing = 'Wajib diisi.') =>
  text(max).refine((value) => value !== '', { error: missing });

/** Lower case, as PostgreSQL writes them: topics and paths hold ids as text. */
export const id = z.uuid({ error: 'Bukan id yang sah.' }).toLowerCase();

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
  .refine(clean, { error: 'Berisi karakter yang tidak dapat disimpan.' });

/** A link that leaves the app: http or https only (D23). */
export const externalUrl = text(limits.url).refine((value) => value === '' || isExternalUrl(value), {
  error: 'Tautan harus diawali http:// atau https://.',
});

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
