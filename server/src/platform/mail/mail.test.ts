import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSmtpServer } from '../../testing/smtp.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { openMailer } from './mail.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-mail-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = createLog('silent');
const config = { smtpUrl: undefined, mailFrom: 'Lapau <lapau@lapau.test>', printMailLinks: false };
const letter = {
  to: 'etek@lapau.test',
  subject: 'Atur kata sandi baru – segera',
  text: 'Halo,\n\nhttp://lapau.test/login#reset=abc\n.\nLapau\n',
  expiresAt: new Date(Date.now() + 3_600_000),
};

describe('with a mail server', () => {
  test('sends by SMTP, and writes no file', async () => {
    const { url, received } = await startSmtpServer();
    const dataFolder = path.join(folder, 'smtp');
    await openMailer({ ...config, smtpUrl: url, dataFolder }, log).send(letter);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'MAIL FROM:<lapau@lapau.test>', to: 'RCPT TO:<etek@lapau.test>' });
    const data = received[0]?.data ?? '';
    expect(data).toContain('To: etek@lapau.test');
    expect(data).toContain('Auto-Submitted: auto-generated');
    expect(data).toContain('http://lapau.test/login#reset=abc\n.\n');
    await expect(stat(dataFolder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('takes the certificate that a mail server on this machine has made for itself', async () => {
    const { url, received } = await startSmtpServer({ withTls: true });
    await openMailer({ ...config, smtpUrl: url, dataFolder: folder }, log).send(letter);
    expect(received).toHaveLength(1);
  });

  test('takes no such certificate of a mail server that is not this machine by its name', async () => {
    const { url, received } = await startSmtpServer({ withTls: true });
    // This address leads here, and is none of the names by which a server counts as this machine.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    await expect(openMailer({ ...config, smtpUrl: elsewhere, dataFolder: folder }, log).send(letter)).rejects.toThrow(
      /certificate/,
    );
    expect(received).toEqual([]);
  });

  test.each([
    ['lapau@lapau.test', 'lapau@lapau.test'],
    ['<lapau@lapau.test>', 'lapau@lapau.test'],
    ['Lapau, Kapur IX <lapau@lapau.test>', '"Lapau, Kapur IX" <lapau@lapau.test>'],
    ['"Lapau: Kapur @ IX" <lapau@lapau.test>', '"Lapau: Kapur @ IX" <lapau@lapau.test>'],
    ['Warung Etek\u2019s (Koto) <lapau@lapau.test>', undefined],
    ['Lapau 🍛 <lapau@lapau.test>', undefined],
  ])('what the configuration takes as MAIL_FROM=%s is the one sender', async (value, header) => {
    const { url, received } = await startSmtpServer();
    const { mailFrom } = readConfig({ MAIL_FROM: value }, 'start');
    await openMailer({ ...config, mailFrom, smtpUrl: url, dataFolder: folder }, log).send(letter);
    expect(received).toMatchObject([{ from: 'MAIL FROM:<lapau@lapau.test>' }]);
    const line = /^From: (.+(?:\n\s.+)*)$/m.exec(received[0]?.data ?? '')?.[1];
    expect(line).toMatch(/^[^<>]*<?lapau@lapau\.test>?$/);
    if (header !== undefined) expect(line).toBe(header);
  });

  test('sending fails while the server refuses or cannot be reached, and succeeds later', async () => {
    const { url } = await startSmtpServer({ refuses: 1 });
    const mailer = openMailer({ ...config, smtpUrl: url, dataFolder: folder }, log);
    await expect(mailer.send(letter)).rejects.toMatchObject({ responseCode: 451 });
    await mailer.send(letter);
    const nowhere = openMailer({ ...config, smtpUrl: 'smtp://127.0.0.1:1', dataFolder: folder }, log);
    await expect(nowhere.send(letter)).rejects.toMatchObject({ code: 'ESOCKET' });
  });

  test('mails are late once it has taken none for minutes, but not because of one address that it refuses', async () => {
    const smtp = await startSmtpServer({ refuses: 1 });
    const mailer = openMailer({ ...config, smtpUrl: smtp.url, dataFolder: folder }, log);
    let minutes = 0;
    const started = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => started + minutes * 60_000);
    onTestFinished(() => clock.mockRestore());
    await expect(mailer.send(letter)).rejects.toMatchObject({ responseCode: 451 });
    minutes = 10;
    expect(mailer.delivers()).toBe('on');
    smtp.close();
    await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'ESOCKET' });
    expect(mailer.delivers()).toBe('on');
    minutes = 20;
    await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'ESOCKET' });
    expect(mailer.delivers()).toBe('late');
    await smtp.comeBack();
    await mailer.send(letter);
    expect(mailer.delivers()).toBe('on');
  });
});

describe('without a mail server', () => {
  test('writes files that only the owner may read, until they expire (D4)', async () => {
    const dataFolder = path.join(folder, 'files');
    const mailer = openMailer({ ...config, dataFolder }, log);
    await mailer.send(letter);
    await mailer.send({ ...letter, expiresAt: new Date(Date.now() + 7_200_000) });
    const mails = path.join(dataFolder, 'mail');
    const names = await readdir(mails);
    expect(names).toHaveLength(2);
    expect((await stat(mails)).mode & 0o777).toBe(0o700);
    for (const name of names) {
      expect(name).toMatch(/\.eml$/);
      expect((await stat(path.join(mails, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(path.join(mails, name), 'utf8')).toContain('To: etek@lapau.test');
    }
    await mailer.sweep(new Date());
    expect(await readdir(mails)).toHaveLength(2);
    await mailer.sweep(new Date(letter.expiresAt.getTime()));
    expect(await readdir(mails)).toHaveLength(1);
  });

  test('sweeping a missing folder does nothing', async () => {
    await expect(
      openMailer({ ...config, dataFolder: path.join(folder, 'none') }, log).sweep(new Date()),
    ).resolves.toBeUndefined();
  });
});
