import type { MailName } from '../../platform/jobs.ts';
import type { Letter } from '../../platform/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyRetention } from '../../platform/retention.ts';
import type { Retention } from '../../platform/retention.ts';
import { authLibrary, linkLife, verificationToken } from '../../platform/session/auth-library.ts';
import { deleteExpiredSessions, deleteExpiredVerifications, findByEmail } from './queries.ts';

type Content = Omit<Letter, 'to'>;
type Writer = (platform: Platform, email: string, owner: { id: string; email_verified: boolean }) => Promise<Content>;

const after = (seconds: number) => new Date(Date.now() + seconds * 1_000);

// No mail repeats what somebody typed at sign-up: anybody can have one sent to anybody.
const writers: Record<MailName, Writer> = {
  confirm_sign_up: async (platform, email, owner) => {
    if (owner.email_verified) return alreadySignedUp(platform.publicUrl);
    const link = `${platform.publicUrl}/auth/verify-email?token=${await verificationToken(platform, email)}`;
    return {
      subject: 'Verifikasi email Anda',
      text: letter(
        'Seseorang mendaftar di Lapau dengan email ini. Jika itu Anda, buka tautan ini untuk memverifikasinya, lalu login:',
        link,
        'Tautan berlaku 24 jam. Jika bukan Anda, abaikan saja email ini.',
      ),
      link,
      expiresAt: after(linkLife.verifyEmail),
    };
  },

  reset_password: async (platform, email) => {
    const token = await platform.write(async (tx) => {
      let made = '';
      const library = await authLibrary(platform, tx.db, { sendResetToken: (value) => (made = value) });
      await library.ask(library.api.requestPasswordReset({ body: { email } }));
      return made;
    });
    const link = `${platform.publicUrl}/login?reset=${token}`;
    return {
      subject: 'Atur kata sandi baru',
      text: letter(
        'Seseorang meminta kata sandi baru untuk akun Lapau Anda. Jika itu Anda, buka tautan ini:',
        link,
        'Tautan berlaku 1 jam dan hanya dapat dipakai sekali. Jika bukan Anda, abaikan saja email ini: kata sandi Anda tidak berubah.',
      ),
      link,
      expiresAt: after(linkLife.resetPassword),
    };
  },

  password_changed: async ({ publicUrl }) => ({
    subject: 'Kata sandi Anda telah diubah',
    text: letter(
      'Kata sandi akun Lapau Anda baru saja diubah, dan semua perangkat yang masuk dengan kata sandi lama telah dikeluarkan.',
      'Jika bukan Anda yang mengubahnya, segera atur kata sandi baru lewat "Lupa Password" di:',
      `${publicUrl}/login`,
    ),
    expiresAt: after(linkLife.verifyEmail),
  }),
};

const alreadySignedUp = (publicUrl: string): Content => ({
  subject: 'Anda sudah punya akun',
  text: letter(
    'Seseorang mencoba mendaftar di Lapau dengan email ini, tetapi Anda sudah punya akun. Silakan login di:',
    `${publicUrl}/login`,
    'Lupa kata sandi? Pilih "Lupa Password" di halaman itu. Jika bukan Anda yang mendaftar, abaikan saja email ini.',
  ),
  expiresAt: after(linkLife.verifyEmail),
});

const letter = (...paragraphs: string[]) => `${['Halo,', ...paragraphs, 'Lapau'].join('\n\n')}\n`;

/** Sessions and mailed links are kept until they expire (D61). */
export const authRetention: Retention[] = [
  { table: 'sessions', deleteExpired: ({ db }, limit) => deleteExpiredSessions(db, limit) },
  { table: 'verifications', deleteExpired: ({ db }, limit) => deleteExpiredVerifications(db, limit) },
];

/** Sends the mails that rules have queued, and removes what has expired: sessions, links, written mails (D4, D5). */
export async function startAuthJobs(platform: Platform): Promise<void> {
  const { database, jobs, log, mailer } = platform;
  await jobs.work('send_mail', async ({ mail, to }) => {
    const owner = await findByEmail(database.db, to);
    if (!owner) return;
    const content = await writers[mail](platform, to, owner);
    try {
      await mailer.send({ to, ...content });
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      log.warn({ mail, code, responseCode }, 'a mail could not be sent');
      throw error;
    }
  });
  await jobs.work('sweep_expired', async () => {
    for (const retention of authRetention) await applyRetention(platform, retention);
    await mailer.sweep();
  });
  await jobs.schedule('sweep_expired', '*/10 * * * *');
}
