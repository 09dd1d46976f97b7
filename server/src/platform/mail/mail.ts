import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { RecipientRefused, refusesRecipient } from './mail-refusal.ts';

/** A mail in plain text. `link` is the one in its text, if any; after `expiresAt` the mail is useless. */
export type Letter = { to: string; subject: string; text: string; link?: string; expiresAt: Date };

export type Mailer = {
  /**
   * Passes the letter to the mail server, or writes it as a file where none is configured. @throws RecipientRefused, or an error after
   * which it has to be tried again
   */
  send: (letter: Letter) => Promise<void>;
  /** Removes written letters that have expired. */
  sweep: (now: Date) => Promise<void>;
  /** Whether letters arrive: 'late' while the mail server has taken none for minutes, 'off' where they become files. */
  delivers: () => 'on' | 'late' | 'off';
};

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder' | 'printMailLinks'>;

/** Sends through SMTP_URL; without it letters become .eml files in the data folder, for the operator to pass on. */
export const openMailer = (config: MailConfig, log: Log): Mailer =>
  config.smtpUrl === undefined ? fileMailer(config, log) : smtpMailer(config.smtpUrl, config.mailFrom);

const message = ({ to, subject, text }: Letter, from: string) => ({
  from,
  to,
  subject,
  text,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Loads nodemailer with the first mail: it takes 6 MB, which a server without mails does not need. */
const loadNodemailer = () => import('nodemailer');

/**
 * Whether the mail server is this machine. Debian's Postfix offers TLS with a certificate of its own making, which need not be trusted
 * there.
 */
const isThisMachine = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

const transportTo = (url: string) => ({
  url,
  ...timeouts,
  ...(isThisMachine(url) && { tls: { rejectUnauthorized: false } }),
});

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/**
 * Greets the mail server as a delivery does: with EHLO, STARTTLS if it offers that, and AUTH if the URL has a user.
 * @throws an error with the server's answer
 */
export async function greetMailServer(url: string): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const transport = createTransport(transportTo(url));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The mail server counts as late after this time: one that restarts, or wants mails to be sent again later (greylisting), takes less. */
const lateAfterMs = 5 * 60_000;
/** A failure is forgotten after this time: a letter is tried again within two hours, so another process has sent this one. */
const forgottenAfterMs = 3 * 60 * 60_000;

const isRecipientLater = (error: unknown): boolean => {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode < 500;
};

function smtpMailer(url: string, from: string): Mailer {
  const options = transportTo(url);
  /** When the server began to fail, and when it last did, by a clock that is never set; undefined once it takes a letter. */
  let failing: { since: number; last: number } | undefined;
  return {
    send: async (letter) => {
      const { createTransport } = await loadNodemailer();
      try {
        await createTransport(options).sendMail(message(letter, from));
        failing = undefined;
      } catch (error) {
        if (refusesRecipient(error)) throw new RecipientRefused('the address takes no mail', { cause: error });
        // A server that will take this letter's address later answers, and does not count as failing.
        if (!isRecipientLater(error)) {
          const now = performance.now();
          failing = { since: failing?.since ?? now, last: now };
        }
        throw error;
      }
    },
    sweep: async () => {},
    delivers: () => {
      if (failing === undefined || performance.now() - failing.last > forgottenAfterMs) return 'on';
      return performance.now() - failing.since > lateAfterMs ? 'late' : 'on';
    },
  };
}

function fileMailer({ dataFolder, mailFrom, printMailLinks }: MailConfig, log: Log): Mailer {
  const folder = path.join(dataFolder, 'mail');
  return {
    send: async (letter) => {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const sent = await transport.sendMail(message(letter, mailFrom));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${letter.expiresAt.getTime()}-${randomBytes(6).toString('hex')}.eml`);
      await writeFile(file, sent.message, { mode: 0o600, flag: 'wx' });
      if (printMailLinks) process.stdout.write(`Mail to ${letter.to}: ${letter.subject}\n${letter.link ?? ''}\n`);
      else log.info({ file }, 'no mail server is configured: a mail was written to a file');
    },
    sweep: async (now) => {
      const files = await readdir(folder).catch(() => []);
      const expired = files.filter((file) => Number(/^(\d+)-\w+\.eml$/.exec(file)?.[1] ?? Infinity) <= now.getTime());
      for (const file of expired) await rm(path.join(folder, file), { force: true });
    },
    // People who try the demo read the links in the terminal.
    delivers: () => (printMailLinks ? 'on' : 'off'),
  };
}
