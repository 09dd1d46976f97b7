import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

/** The link in the newest mail to an address, as a path of this server; waits until the mail is written (D4). */
export async function linkMailedTo(lapau: { dataFolder: string }, email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await mailsIn(path.join(lapau.dataFolder, 'mail'));
      const mail = mails.findLast((text) => text.includes(`To: ${email}`));
      link = /http\S+/.exec(mail ?? '')?.[0];
      return link;
    })
    .toBeDefined();
  const { pathname, search, hash } = new URL(link ?? '');
  return pathname + search + hash;
}

/** The sign-in codes in the mails to an address; waits until there are so many mails. */
export async function codesMailedTo(lapau: { dataFolder: string }, email: string, count: number): Promise<string[]> {
  let codes: string[] = [];
  await expect
    .poll(async () => {
      const mails = await mailsIn(path.join(lapau.dataFolder, 'mail'));
      codes = mails
        .filter((text) => text.includes(`To: ${email}`))
        .flatMap((text) => /^\d{6}\r?$/m.exec(text)?.[0] ?? []);
      return codes.length;
    })
    .toBe(count);
  return codes.map((code) => code.trim());
}

/** All mails as plain text, oldest first: a file's name starts with the time at which its mail expires. */
async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const inTime = names.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const files = await Promise.all(inTime.map((name) => readFile(path.join(folder, name), 'utf8')));
  return files.map(fromQuotedPrintable);
}

/** Decodes quoted-printable (RFC 2045 section 6.7) as far as it is ASCII. */
const fromQuotedPrintable = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
