import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { signUpForm } from '../../../server/src/testing/auth.ts';
import { buildMember, buildPassword, buildWrongPasswords } from '../../../server/src/testing/builders.ts';
import { inParallel } from '../../../server/src/testing/parallel.ts';
import { startSmtpServer } from '../../../server/src/testing/smtp.ts';
import { countAnswer } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import type { Scenario } from './scenario.ts';

const mostMailsAnHour = 5;
/** How many addresses ask in each of the kinds of networks below. */
const addresses = 200;
const networks = {
  'one /48': (index: number) => `2001:db8:1:${index.toString(16)}::1`,
  'one /24': (index: number) => `10.1.1.${index}`,
  'many /24s': (index: number) => `10.${2 + (index >> 8)}.${index & 255}.1`,
};
const shared = '10.200.0.1';
const floodAtOnce = 60;
/** How many sign-ups one address may send at once, and how many a second then (server/src/platform/limits/request-limits.ts). */
const pace = { atOnce: 30, aSecond: 0.5 };
const neighbourEveryMs = 10_000;
const fillInMs = 10_000;
/** The pauses of the page before it asks again (web/src/lib/query/query.ts). */
const pagePausesMs = [1_000, 2_000, 4_000];
const patienceMs = 120_000;

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;

/**
 * Six hundred addresses have mails sent to one mailbox in every way there is, and its owner asks for one as well. Then somebody floods
 * sign-ups at an address at which neighbours sign up, too.
 */
export const mails: Scenario = async (outcome, { minutes = 2 }) => {
  const smtp = await startSmtpServer();
  try {
    await withTarget(outcome, { environment: { SMTP_URL: smtp.url } }, async (target) => {
      await fillMailbox(target, smtp);
      await fillUnverifiedMailbox(target, smtp);
      await floodAddress(target, smtp, minutes);
    });
  } finally {
    smtp.close();
  }
};

async function fillMailbox(target: Target, smtp: Smtp): Promise<void> {
  const { email, id } = await buildMember(target);
  const password = await buildPassword(target, { id });
  const { device } = await post(target, 'sign-in/email', { email, password }, { address: '10.100.0.1' });
  await buildWrongPasswords(target, email, 201);
  await forAllAddresses(async (address) => {
    await post(target, 'request-password-reset', { email }, { address });
    await post(target, 'sign-up/email', signUpForm({ email }), { address });
    await post(target, 'sign-in/email', { email, password }, { address });
  });
  const byStrangers = await arrived(target, smtp, email);
  await post(target, 'request-password-reset', { email }, { address: '10.100.0.1', cookie: device });
  const inAll = await arrived(target, smtp, email);
  noteMails(target, `a mailbox, with ${inAll - byStrangers} for its owner’s device`, inAll);
  if (inAll === byStrangers) target.outcome.faults.push('the owner’s device got no mail');
}

async function fillUnverifiedMailbox(target: Target, smtp: Smtp): Promise<void> {
  const { email, id } = await buildMember(target, { email_verified: false });
  const password = await buildPassword(target, { id });
  await forAllAddresses((address) => post(target, 'sign-in/email', { email, password }, { address }));
  noteMails(target, 'the mailbox of an account that was never verified', await arrived(target, smtp, email));
}

/** Asks from the addresses of one kind of network at once, and then from those of the next kind. */
const forAllAddresses = async (ask: (address: string) => Promise<unknown>): Promise<void> => {
  for (const addressOf of Object.values(networks)) await inParallel(addresses, (index) => ask(addressOf(index)));
};

function noteMails({ outcome }: Target, box: string, count: number): void {
  outcome.rounds += 1;
  outcome.notes.push(`${3 * addresses} addresses caused ${count} mails to ${box}`);
  if (count > mostMailsAnHour) outcome.faults.push(`${count} mails came to ${box}`);
}

/** Waits until no mail is on its way any more. @returns how many have come to an e-mail */
async function arrived({ db }: Target, { received }: Smtp, email: string): Promise<number> {
  const isSent = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from jobs.job
      where name = 'send_mail' and state < 'completed' and data->>'to' = ${email}`.execute(db);
    return rows[0]?.open === 0;
  };
  await until('the mails to be sent', isSent, patienceMs);
  return received.filter(({ to }) => to.includes(email)).length;
}

async function floodAddress(target: Target, smtp: Smtp, minutes: number): Promise<void> {
  const { outcome } = target;
  const begun = Date.now();
  const endsAt = begun + minutes * 60_000;
  const one = await openPage(target);
  const cookies = [async () => undefined, async () => one, () => openPage(target)];
  let flooded = 0;
  const flood = Array.from({ length: floodAtOnce }, async (_, index) => {
    while (Date.now() < endsAt) {
      const cookie = await cookies[index % cookies.length]?.();
      const { status } = await post(target, 'sign-up/email', signUpForm(), { address: shared, cookie });
      if (status === 200) flooded += 1;
      else countAnswer(outcome, `flood ${status}`);
    }
  });
  const waits: number[] = [];
  const neighbours: Promise<void>[] = [];
  while (Date.now() + fillInMs < endsAt) {
    await delay(neighbourEveryMs);
    neighbours.push(signUpAsNeighbour(target, smtp).then((waitedMs) => void (waitedMs && waits.push(waitedMs))));
  }
  await Promise.all([...neighbours, ...flood]);
  const most = pace.atOnce + pace.aSecond * ((Date.now() - begun) / 1_000);
  const sorted = waits.toSorted((less, more) => less - more).map(Math.round);
  outcome.rounds += 1;
  outcome.notes.push(
    `${flooded} sign-ups of a flood were taken in ${minutes} min`,
    `${waits.length} of ${neighbours.length} neighbours signed up after ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms at most`,
  );
  if (flooded > most) outcome.faults.push(`${flooded} sign-ups of the flood were taken, more than ${Math.floor(most)}`);
  if (waits.length < neighbours.length)
    outcome.faults.push(`${neighbours.length - waits.length} neighbours could not sign up`);
}

/** Signs up and asks again, as the page does. @returns how long it took until the mailed link came; undefined when it was refused */
async function signUpAsNeighbour(target: Target, smtp: Smtp): Promise<number | undefined> {
  const cookie = await openPage(target);
  await delay(fillInMs);
  const form = signUpForm();
  const begun = performance.now();
  for (const pauseMs of [...pagePausesMs, undefined]) {
    const { status } = await post(target, 'sign-up/email', form, { address: shared, cookie });
    if (status === 200) {
      await until('the mail to a neighbour', () => smtp.received.some(({ to }) => to.includes(form.email)), patienceMs);
      return performance.now() - begun;
    }
    countAnswer(target.outcome, `neighbour ${status}`);
    if (pauseMs !== undefined) await delay(pauseMs);
  }
  return undefined;
}

type Sender = { address: string; cookie?: string | undefined };

async function post({ request }: Target, path: string, body: object, { address, cookie }: Sender) {
  const response = await request(`/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return { status: response.status, device: deviceOf(response) };
}

const openPage = async ({ request }: Target): Promise<string | undefined> => {
  const response = await request('/login', { headers: { 'x-forwarded-for': shared } });
  await response.body?.cancel();
  return deviceOf(response);
};

const deviceOf = ({ headers }: Response): string | undefined =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.includes('lapau.device='))
    ?.split(';', 1)[0];
