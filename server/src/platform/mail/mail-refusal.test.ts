import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSmtpServer } from '../../testing/smtp.ts';
import { createLog } from '../log/log.ts';
import { RecipientRefused } from './mail-refusal.ts';
import { openMailer } from './mail.ts';

const letter = {
  to: 'etek@lapau.test',
  subject: 'Verifikasi email Anda',
  text: 'Halo,\n\nLapau\n',
  expiresAt: new Date(Date.now() + 3_600_000),
};

/** Makes a mailer whose mail server gives this answer to commands that begin so; the text counts as the command '.'. */
async function mailerAt(command: string, answer: string) {
  const smtp = await startSmtpServer({ answers: (line) => (line.startsWith(command) ? answer : undefined) });
  onTestFinished(smtp.close);
  const config = { smtpUrl: smtp.url, mailFrom: 'Lapau <lapau@lapau.test>', printMailLinks: false };
  return openMailer({ ...config, dataFolder: os.tmpdir() }, createLog('silent'));
}

test.each([
  ['RCPT', '550 no such user here'],
  ['RCPT', '550 5.1.1 <etek@lapau.test>: Recipient address rejected: User unknown'],
  ['RCPT', '550-5.1.1 The account that you tried to reach does not exist.\r\n550 5.1.1 See the help.'],
  ['RCPT', '551 user not local'],
  ['RCPT', '553 mailbox name not allowed'],
  ['RCPT', '553 5.1.3 bad address'],
  ['RCPT', '550 5.2.1 mailbox disabled'],
  ['RCPT', '552 5.2.2 mailbox full'],
  ['RCPT', '554 5.1.1 unknown'],
  ['RCPT', '556 5.1.10 the domain takes no mail'],
  ['RCPT', '550 Requested action not taken: mailbox unavailable'],
  ['RCPT', '550 Unknown'],
  ['RCPT', '550 '],
  ['RCPT', '550 <policy@spam-relay.test>: no such user'],
  ['RCPT', '550 5.1.1 sender@lapau.test: Recipient address rejected: User unknown'],
  ['RCPT', '550 5.1.1 <etek@lapau.test>: Recipient address rejected: User unknown in relay recipient table'],
  ['RCPT', '550 5.1.2 etek@lapau.test... Host unknown (Name server: lapau.test: host not found)'],
  ['RCPT', '551 5.1.6 the mailbox has moved'],
  ['RCPT', '552 mailbox size limit exceeded'],
  ['RCPT', '552 5.2.2 the mailbox is over quota'],
  ['.', '550 5.2.1 mailbox disabled'],
  ['.', '552 5.2.2 mailbox quota exceeded'],
  ['.', '552 mailbox full'],
  ['.', '550 5.1.1 no such user'],
])('the recipient is refused for good, at %s by: %s', async (command, answer) => {
  const mailer = await mailerAt(command, answer);
  await expect(mailer.send(letter)).rejects.toThrow(RecipientRefused);
});

test.each([
  ['RCPT', '450 4.2.0 greylisted'],
  ['RCPT', '451 try again later'],
  ['RCPT', '452 4.2.2 mailbox full'],
  ['RCPT', '550 5.7.1 relaying denied'],
  ['RCPT', '554 5.7.1 <etek@lapau.test>: Relay access denied'],
  ['RCPT', '550 relay not permitted'],
  ['RCPT', '550 Sender verify failed'],
  ['RCPT', '550 5.1.8 sender address has no domain'],
  ['RCPT', '530 5.7.0 authentication required'],
  ['RCPT', '503 bad sequence'],
  ['RCPT', '550 Domain lapau.id has exceeded the max emails per hour (150/150 (100%)) allowed. Message discarded.'],
  ['RCPT', '550 JunkMail rejected - host [1.2.3.4] is in an RBL'],
  ['RCPT', '550 Access denied - Invalid HELO name'],
  ['RCPT', '550 Reverse DNS lookup failed'],
  ['RCPT', '553 sorry, that domain isnt in my list of allowed rcpthosts'],
  ['RCPT', '550 5.1.0 <lapau@lapau.test> sender rejected'],
  ['RCPT', '550 Administrative prohibition'],
  ['RCPT', '550 Too many recipients'],
  ['RCPT', '550-Verification failed for <lapau@lapau.test>\r\n550-No Such User Here\r\n550 Sender verify failed'],
  ['RCPT', '550 5.1.1 Sender address rejected'],
  ['RCPT', '552 daily sending quota exceeded'],
  ['RCPT', '550 5.2.1 The user is receiving mail at a rate that prevents additional messages'],
  ['RCPT', '550 5.2.0 the mailbox has some trouble'],
  ['RCPT', '552 4.2.2 mailbox full'],
  ['MAIL', '550 5.1.1 no such user'],
  ['.', '554 5.2.252 SendAsDenied'],
  ['.', '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException'],
  ['.', '550 5.1.3 a header has a bad address'],
  ['.', '554 5.7.1 rejected as spam'],
  ['.', '550 message rejected'],
  ['.', '552 5.3.4 message too big for the system'],
  ['.', '451 4.3.0 try again'],
])('the mail is tried again, at %s by: %s', async (command, answer) => {
  const mailer = await mailerAt(command, answer);
  const failure: unknown = await mailer.send(letter).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(RecipientRefused);
});

test.each([
  ['550 5.1.1 no such user', 'on'],
  ['450 4.2.0 greylisted', 'on'],
  ['554 5.7.1 Relay access denied', 'late'],
  ['550 Domain lapau.id has exceeded the max emails per hour (150/150 (100%)) allowed. Message discarded.', 'late'],
  ['550 5.1.0 <lapau@lapau.test> sender rejected', 'late'],
])('after minutes of "%s" mails are %s', async (answer, delivers) => {
  const mailer = await mailerAt('RCPT', answer);
  let minutes = 0;
  const started = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => started + minutes * 60_000);
  onTestFinished(() => clock.mockRestore());
  for (minutes of [0, 10]) await expect(mailer.send(letter)).rejects.toBeInstanceOf(Error);
  expect(mailer.delivers()).toBe(delivers);
});
