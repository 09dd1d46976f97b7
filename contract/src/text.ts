import * as z from 'zod/mini';
import { typedLink, wrongLink } from './external-url.ts';
import { limits } from './limits.ts';
import { isPhone, mobileDigits } from './phone.ts';
import { hasVisibleCharacter, namedMessage, tooLong } from './text-checks.ts';
import { cleanLine, cleanText, tidyEmail, withoutInvisible } from './typed-text.ts';

/** How a text's messages read: they start with `name` ('Alamat paling banyak …'); `missing` is the message for an empty text. */
type Wording = { name?: string; missing?: string };

/**
 * Refuses what is too long. The check also runs on a list, whose wrong type another message tells. No later check runs on a text that is
 * too long, as some would take minutes over hundreds of kilobytes.
 */
const atMost = (max: number, name?: string) =>
  z.maxLength(max, {
    abort: true,
    error: ({ input }) => (typeof input === 'string' && tooLong(input, max, name)) || '',
  });

/**
 * Plain text as a person sees it. It is refused only if it is too long, or if nothing of it can be seen, as of marks without a letter.
 * @param clean takes out of the typed text what is invisible, and makes special signs plain
 */
const plainText = (max: number, clean: (typed: string) => string, { name }: Wording) =>
  z.string({ error: namedMessage(name, 'Harus berupa teks.') }).check(
    z.overwrite(clean),
    atMost(max, name),
    z.refine((value) => value === '' || hasVisibleCharacter(value), {
      error: namedMessage(name, 'Harus berisi huruf yang terlihat.'),
    }),
  );

const required = (
  schema: ReturnType<typeof plainText>,
  { name, missing = namedMessage(name, 'Wajib diisi.') }: Wording,
) => schema.check(z.minLength(1, { error: missing }));

/** One line of at most `max` characters, empty allowed. */
export const line = (max: number, wording: Wording = {}) => plainText(max, cleanLine, wording);

/** One line of 1 to `max` characters. */
export const requiredLine = (max: number, wording: Wording = {}) => required(line(max, wording), wording);

/** Matches more than four marks on one letter, with signs that may stand between them. */
const manyMarks = /(?:[\p{Mc}\u200c\u200d]*[\p{Mn}\p{Me}]){5}/u;

/** The name of a person or stall: more marks on a letter than any language needs would be drawn over what stands above and below it. */
export const properName = (name: string) =>
  requiredLine(limits.name, { name }).check(
    z.refine((value) => !manyMarks.test(value.normalize('NFD')), {
      error: `${name} paling banyak punya empat tanda di atas dan di bawah satu huruf.`,
    }),
  );

/** At most `max` characters with newlines, empty allowed. */
export const text = (max: number, wording: Wording = {}) => plainText(max, cleanText, wording);

/** 1 to `max` characters with newlines. */
export const requiredText = (max: number, wording: Wording = {}) => required(text(max, wording), wording);

/** An id in lower case, as PostgreSQL writes UUIDs, since topics and paths compare ids as text. */
export const id = z.uuid({ error: 'Bukan id yang sah.' }).check(z.toLowerCase());

/**
 * The id of a new row, made by the client so that a retry after a lost response adds nothing: the same content gets
 * the same response, other content `id_conflict`, a row deleted since `already_deleted`. Clients should send a UUIDv7, as
 * it indexes well; any UUID is accepted that is not all zeros or ones. Without an id the server makes one.
 */
export const newId = z.optional(
  id.check(z.refine((value) => !/^(?:0{8}|f{8})-/.test(value), { error: 'Bukan id yang sah.' })),
);

export const email = z.pipe(
  z
    .string({ error: 'Email harus berupa teks.' })
    .check(z.overwrite(tidyEmail), z.minLength(1, { error: 'Email wajib diisi.' }), atMost(limits.email, 'Email')),
  z.email({ error: 'Alamat email tidak sah.' }),
);

/** An existing password. The rules for new ones do not apply, so that a wrong password is answered as wrong, not as malformed. */
export const givenPassword = z
  .string({ error: 'Kata sandi wajib diisi.' })
  .check(
    z.minLength(1, { error: 'Kata sandi wajib diisi.' }),
    z.maxLength(limits.passwordMax, { error: `Kata sandi paling banyak ${limits.passwordMax} karakter.` }),
  );

/** A password that is being set, without invisible characters, which nobody could type the next time. */
export const password = givenPassword.check(
  z.overwrite(withoutInvisible),
  z.minLength(limits.passwordMin, { error: `Kata sandi minimal ${limits.passwordMin} karakter.` }),
);

/** Checks whether a text is a phone number, unless it is empty or too long, which an earlier check tells. */
const checkNumber = (name: string, isValid: (value: string) => boolean) =>
  z.refine<string>((value) => value === '' || value.length > limits.phone || isValid(value), {
    error: `${name} tidak benar. Contoh: 0812-3456-7890.`,
  });
const phoneName = { name: 'Nomor HP' };
const possiblePhone = checkNumber(phoneName.name, isPhone);

/** A number that can be called, or empty. */
export const phone = plainText(limits.phone, withoutInvisible, phoneName).check(possiblePhone);

export const requiredPhone = required(plainText(limits.phone, withoutInvisible, phoneName), phoneName).check(
  possiblePhone,
);

/** A number that has WhatsApp, or empty. */
export const whatsappNumber = plainText(limits.phone, withoutInvisible, { name: 'Nomor WhatsApp' }).check(
  checkNumber('Nomor WhatsApp', (value) => mobileDigits(value) !== null),
);

/** A link to another site, or empty: http or https, its host in ASCII, without what a mail puts around an address. */
export const externalUrl = z.pipe(
  z.pipe(
    line(limits.url, { name: 'Tautan' }),
    z.transform((value, { issues }) => {
      const link = value === '' ? '' : typedLink(value);
      if (link !== null) return link;
      issues.push({ code: 'custom', message: wrongLink(value), input: value });
      return z.NEVER;
    }),
  ),
  z.string().check(atMost(limits.url, 'Tautan')),
);

/** A moment on the wire: ISO 8601 with offset, milliseconds, UTC. */
export const moment = z.iso.datetime({ offset: true });

/** A moment that a client gives, from 1970 on, in UTC: ISO 8601 allows the year 0000 and offsets of 23 hours, PostgreSQL does not. */
export const givenMoment = z.pipe(
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

/**
 * How long ago a person chose something, in milliseconds, at most 30 days: a phone without signal sends it late. An age
 * instead of a time, as a phone's clock may be wrong.
 */
export const ageMs = z._default(z.int().check(z.minimum(0), z.maximum(30 * 86_400_000)), 0);

/** The last row a client has; the next page starts after it (keyset pagination, D14). */
export const cursor = z.strictObject({ created_at: givenMoment, id });
export type Before = z.infer<typeof cursor>;

export const pageLimit = z._default(z.int().check(z.minimum(1), z.maximum(limits.pageSizeMax)), limits.pageSize);

/** How many rows a list has; an estimate beyond a thousand. */
export const total = z.strictObject({ total: z.int(), is_estimate: z.boolean() });

/** A stored file as the client names it: a path inside its bucket. */
export const storedPath = z.string().check(
  z.maxLength(300),
  z.regex(/^[\w-]+(?:\/[\w-]+)*\/[\w.-]+\.(?:webp|png|svg|ico)$/, { error: 'Bukan nama berkas yang sah.' }),
  z.refine((path) => !path.includes('..'), { error: 'Bukan nama berkas yang sah.' }),
);
