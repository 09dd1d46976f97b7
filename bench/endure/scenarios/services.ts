import { setTimeout as delay } from 'node:timers/promises';
import { startObjectStorage } from '../../../server/src/testing/object-storage.ts';
import type { StorageFault } from '../../../server/src/testing/object-storage.ts';
import { startSmtpServer } from '../../../server/src/testing/smtp.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const faults: StorageFault[] = ['silence', 'SlowDown', 'reset', 'AccessDenied'];
const awayMs = 15_000;
/** A mail is tried again after a minute for the first time. */
const mailPatienceMs = 240_000;

/**
 * Object storage stands still, refuses or cuts connections, and the mail server is gone, while everybody writes. Whatever needs them
 * has to wait or to be answered 503, everything else has to go on, and each mail has to arrive once when the mail server is back.
 */
export const services: Scenario = async (outcome, { rounds = faults.length }) => {
  const storage = await startObjectStorage();
  const smtp = await startSmtpServer();
  const environment = { ...storage.environment, SMTP_URL: smtp.url, LAPAU_EMAIL_VERIFICATION: 'off' };
  try {
    await withTarget(outcome, { environment }, async (found) => {
      const target: Target = { ...found, hasPhoto: async (file) => storage.objects.has(`posts/${file}`) };
      const people = await target.db.selectFrom('profiles').select('email').orderBy('email').execute();
      const expected = new Set<string>();
      for (let round = 0; round < rounds; round += 1) {
        await underLoad(target, async () => {
          storage.fail(faults[round % faults.length] ?? 'silence');
          smtp.close();
          for (const { email } of people.slice(5 * round, 5 * round + 5)) {
            await askForLink(target, email);
            expected.add(email);
          }
          await delay(awayMs);
          storage.heal();
          await smtp.comeBack();
        });
      }
      const arrived = () => new Set(smtp.received.map(({ to }) => /<(.+)>/.exec(to)?.[1]));
      await until('every mail to arrive', () => [...expected].every((to) => arrived().has(to)), mailPatienceMs);
      if (smtp.received.length !== expected.size) outcome.doubled += smtp.received.length - expected.size;
      outcome.notes.push(`${smtp.received.length} of ${expected.size} mails arrived once`);
    });
  } finally {
    smtp.close();
    await storage.close();
  }
};

async function askForLink({ request, outcome }: Target, email: string): Promise<void> {
  const { status } = await request('/auth/request-password-reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (status !== 200) outcome.faults.push(`a link was asked for and answered ${status}`);
}
