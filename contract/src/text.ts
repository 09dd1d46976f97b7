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

export const id = z.uuid({ error: 'Bukan id yang sah.' });

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
export const externalUrl = text(limits.url).refine(
  (value) => value === '' || isExternalUrl(value),
  { error: 'Tautan harus diawali http:// atau https://.' },
);

/** A moment on the wire: ISO 8601 with offset, milliseconds, UTC. */
export const moment = z.iso.datetime({ offset: true });

/** Where a list goes on: the last row the reader has (keyset cursor, D14). */
export const before = z.strictObject({ created_at: moment, id });
export type Before = z.infer<typeof before>;

export const pageLimit = z.int().min(1).max(limits.pageSizeMax).default(limits.pageSize);

/** A stored file as the client names it: a path inside its bucket (D48). */
export const storedPath = z
  .string()
  .max(300)
  .regex(/^[\w-]+(?:\/[\w-]+)*\/[\w.-]+\.(?:webp|png|svg|ico)$/, { error: 'Bukan nama berkas yang sah.' })
  .refine((path) => !path.includes('..'), { error: 'Bukan nama berkas yang sah.' });
