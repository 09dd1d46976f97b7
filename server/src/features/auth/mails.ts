import { formatRecoveryCode } from '@lapau/contract/recovery-code';
import { readClock } from '../../platform/clock/clock.ts';
import type { Letter } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { linkExpiry } from '../../platform/session/auth-library.ts';
import { findByEmail } from './queries-people.ts';
import type { Mail } from './rules-mails.ts';
import { makeSignInCode, sharedCodeMs, sharedCodeOf } from './rules-sign-in.ts';
import { openVerification } from './rules-sign-up.ts';

type Content = Omit<Letter, 'to'>;
type Owner = { id: string; email_verified: boolean };
/** Writes a mail, or returns undefined if none is to be sent. `owner` is the account with the mail's address. */
type Writer<Name extends Mail['mail']> = (
  platform: Platform,
  mail: Extract<Mail, { mail: Name }>,
  owner: Owner | undefined,
) => Promise<Content | undefined>;

// No mail contains text typed at sign-up: anybody can have a mail sent to any address.
const writers: { [Name in Mail['mail']]: Writer<Name> } = {
  confirm_sign_up: async (platform, { accountId }, owner) => {
    if (owner && (owner.id !== accountId || owner.email_verified)) return alreadySignedUp(platform.publicUrl);
    const verification = await platform.transaction((tx) => openVerification(tx, platform, accountId));
    if (!verification) return undefined;
    const { signedUpAt, opened } = verification;
    // By this time people tell the mails of several sign-ups apart.
    const when = signedUpAt ? ` pada ${moment.format(signedUpAt)} WIB` : '';
    return {
      subject: 'Verifikasi email Anda',
      text: letter(
        `Seseorang mendaftar di Lapau dengan email ini${when}. Jika itu Anda, buka tautan ini dan tulis kata sandi yang Anda pakai waktu mendaftar:`,
        opened.link,
        'Tautan berlaku 24 jam. Jika bukan Anda, abaikan saja email ini.',
      ),
      ...opened,
    };
  },

  confirm_sign_in: async (platform, { codeId }, owner) => {
    const code = owner && (await makeSignInCode(platform.database.db, platform, codeId));
    if (code === undefined) return undefined;
    return {
      subject: 'Kode konfirmasi untuk masuk',
      text: letter(
        'Seseorang masuk ke akun Lapau Anda di perangkat baru dengan kata sandi yang benar. Karena sebelumnya banyak kata sandi salah dicoba di akun ini, kami juga meminta kode. Jika itu Anda, tulis kode ini di halaman masuk:',
        code,
        'Kode berlaku 15 menit. Jangan berikan kode ini kepada siapa pun.',
        'Jika bukan Anda, segera atur kata sandi baru lewat "Lupa Password" di:',
        `${platform.publicUrl}/login`,
      ),
      expiresAt: linkExpiry('verifyEmail'),
    };
  },

  confirm_in_crowd: async (platform, { askedAt }, owner) => {
    const now = await readClock(platform.database.db);
    if (!owner || now.getTime() - askedAt > sharedCodeMs) return undefined;
    return {
      subject: 'Kode konfirmasi untuk masuk',
      text: letter(
        'Seseorang ingin masuk ke akun Lapau Anda di perangkat baru. Karena Lapau sedang sangat ramai, perangkat yang belum dikenal perlu kode supaya didahulukan. Jika itu Anda, tulis kode ini di halaman masuk:',
        formatRecoveryCode(sharedCodeOf(platform, owner.id, now)),
        'Kode berlaku 1 jam. Jangan berikan kode ini kepada siapa pun.',
        'Jika bukan Anda, abaikan saja email ini: tanpa kata sandi Anda kode ini tidak berguna.',
      ),
      expiresAt: linkExpiry('verifyEmail'),
    };
  },

  reset_password: async (platform, _mail, owner) => {
    if (!owner) return undefined;
    const opened = await platform.auth.openLink(platform.database.db, 'resetPassword', owner.id);
    return {
      subject: 'Atur kata sandi baru',
      text: letter(
        'Seseorang meminta kata sandi baru untuk akun Lapau Anda. Jika itu Anda, buka tautan ini:',
        opened.link,
        'Tautan berlaku 1 jam dan hanya dapat dipakai sekali. Jika bukan Anda, abaikan saja email ini: kata sandi Anda tidak berubah.',
      ),
      ...opened,
    };
  },

  password_changed: async ({ publicUrl }, _mail, owner) =>
    owner && {
      subject: 'Kata sandi Anda telah diubah',
      text: letter(
        'Kata sandi akun Lapau Anda baru saja diubah, dan perangkat lain yang masuk telah dikeluarkan.',
        'Jika bukan Anda yang mengubahnya, segera atur kata sandi baru lewat "Lupa Password" di:',
        `${publicUrl}/login`,
      ),
      expiresAt: linkExpiry('verifyEmail'),
    },

  // Admins' actions on an account are told to the address that it had then, even if an admin has changed it since.
  recovery_code: async ({ publicUrl }) => ({
    subject: 'Kode pemulihan untuk akun Anda',
    text: letter(
      'Admin Lapau baru saja membuat kode pemulihan untuk akun Anda. Dengan kode itu kata sandi Anda dapat diganti selama 15 menit.',
      'Jika Anda tidak memintanya, segera hubungi admin nagari Anda. Kontaknya ada di:',
      `${publicUrl}/login`,
    ),
    expiresAt: linkExpiry('verifyEmail'),
  }),

  recovery_requested: async ({ publicUrl }) => ({
    subject: 'Kode pemulihan diminta untuk akun Anda',
    text: letter(
      'Seorang admin Lapau meminta kode pemulihan untuk akun Anda. Jika admin lain menyetujuinya, kata sandi Anda dapat diganti dengan kode itu.',
      'Jika Anda tidak memintanya, segera hubungi admin lain atau pengelola server, dan atur kata sandi baru lewat "Lupa Password" di:',
      `${publicUrl}/login`,
    ),
    expiresAt: linkExpiry('verifyEmail'),
  }),

  recovery_used: async ({ publicUrl }) => ({
    subject: 'Kode pemulihan akun Anda dipakai',
    text: letter(
      'Kode pemulihan dari admin baru saja dipakai untuk masuk ke akun Lapau Anda di perangkat baru. Kata sandi Anda tidak berubah.',
      'Jika bukan Anda, segera atur kata sandi baru lewat "Lupa Password" di:',
      `${publicUrl}/login`,
    ),
    expiresAt: linkExpiry('verifyEmail'),
  }),

  demoted: async ({ publicUrl }) => ({
    subject: 'Anda bukan admin lagi',
    text: letter(
      'Seorang admin Lapau baru saja mengubah peran Anda: Anda bukan admin lagi, dan semua perangkat telah dikeluarkan.',
      'Jika ini tidak dibicarakan dengan Anda, hubungi admin lain atau pengelola server. Masuk lagi di:',
      `${publicUrl}/login`,
    ),
    expiresAt: linkExpiry('verifyEmail'),
  }),

  // This mail goes to the old address, which no longer belongs to the account.
  email_changed: async ({ publicUrl }) => ({
    subject: 'Email akun Anda telah diubah',
    text: letter(
      'Admin Lapau baru saja mengubah email akun Anda. Mulai sekarang masuklah dengan email yang baru; semua perangkat telah dikeluarkan.',
      'Jika Anda tidak memintanya, hubungi admin nagari Anda. Kontaknya ada di:',
      `${publicUrl}/login`,
    ),
    expiresAt: linkExpiry('verifyEmail'),
  }),
};

const alreadySignedUp = (publicUrl: string): Content => ({
  subject: 'Anda sudah punya akun',
  text: letter(
    'Seseorang mencoba mendaftar di Lapau dengan email ini, tetapi Anda sudah punya akun. Silakan masuk di:',
    `${publicUrl}/login`,
    'Lupa kata sandi? Pilih "Lupa Password" di halaman itu. Jika bukan Anda yang mendaftar, abaikan saja email ini.',
  ),
  expiresAt: linkExpiry('verifyEmail'),
});

const moment = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' });

const letter = (...paragraphs: string[]) => `${['Halo,', ...paragraphs, 'Lapau'].join('\n\n')}\n`;

/** The mail to send for a job, or undefined when it is no longer to be sent. */
export async function writeMail(platform: Platform, job: Mail): Promise<Letter | undefined> {
  const write = writers[job.mail] as Writer<Mail['mail']> | undefined;
  // The job is tried again until a process of the release that knows the mail takes it (D102).
  if (!write) throw new Error(`a mail "${job.mail}" is of a later release`);
  const content = await write(platform, job, await findByEmail(platform.database.db, job.to));
  return content && { to: job.to, ...content };
}
