import { expect, onTestFinished, test } from 'vitest';
import { startWorkers } from '../../platform/workers/worker.ts';
import { auth, openInbox } from '../../testing/auth.ts';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { authWorkers } from './jobs.ts';
import { sendMail } from './rules-mails.ts';
import { sharedCodeMs } from './rules-sign-in.ts';

test('codes of a crowd that the mail server is slow about do not delay other mails', async () => {
  const isCode = ({ data }: { data: string }) => data.includes('Subject: Kode konfirmasi');
  const smtp = await startSmtpServer({ holds: isCode });
  onTestFinished(smtp.close);
  const server = await startTestServer({ smtpUrl: smtp.url });
  await startWorkers(server.platform, authWorkers);
  for (let count = 0; count < 10; count += 1) {
    const { email } = await buildMember(server);
    await server.platform.jobs.enqueueNow(sendMail, { mail: 'confirm_in_crowd', to: email, askedAt: Date.now() });
  }
  await expect.poll(() => smtp.received.length).toBe(1);
  const { email } = await buildMember(server);
  await auth(server, '/auth/request-password-reset', { email });
  await expect.poll(() => smtp.received.find(({ to }) => to.includes(email))?.data).toContain('Atur kata sandi baru');
  expect(smtp.received.filter(isCode)).toHaveLength(1);
});

test('a code of a crowd that could not be sent within its hour is sent no more, nor to whoever has no account', async () => {
  const server = await startTestServer();
  const inbox = await openInbox(server);
  const [{ email }, later] = [await buildMember(server), await buildMember(server)];
  const ask = (to: string, askedAt: number) =>
    server.platform.jobs.enqueueNow(sendMail, { mail: 'confirm_in_crowd', to, askedAt });
  await ask(email, Date.now() - sharedCodeMs - 1_000);
  await ask('tidak-ada@lapau.test', Date.now());
  // Mails of one kind are sent in their order, so that this one comes last.
  await ask(later.email, Date.now());
  await inbox.next(later.email);
  expect(inbox.all).toHaveLength(1);
});
