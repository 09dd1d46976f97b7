import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { buildMember, buildPassword } from '../../../server/src/testing/builders.ts';
import type { BuiltMember } from '../../../server/src/testing/builders.ts';
import { inParallel } from '../../../server/src/testing/parallel.ts';
import { startSmtpServer } from '../../../server/src/testing/smtp.ts';
import { post, signIn, signInOnNewDevice } from '../load/sign-ins.ts';
import type { Answer } from '../load/sign-ins.ts';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

/** Crowds that guess: at which accounts, and from how many addresses, each in a network of its own with one guess always under way. */
const crowds = [
  { name: '450 at one account', addresses: 450, isAtOne: true },
  { name: '2000 at one account', addresses: 2_000, isAtOne: true },
  { name: '450 at an account each', addresses: 450, isAtOne: false },
  { name: '2000 at an account each', addresses: 2_000, isAtOne: false },
];
type Crowd = (typeof crowds)[number];
type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;

/** How many milliseconds each of these may take at most; of sign-ins on known devices 99 of 100 have to keep to it. */
const mostMs = { 'known devices': 2_000, 'new devices': 20_000, 'sign-ups': 20_000, 'password changes': 20_000 };
type Kind = keyof typeof mostMs;
const everyMs: Record<Kind, number> = {
  'known devices': 2_000,
  'new devices': 4_000,
  'sign-ups': 4_000,
  'password changes': 6_000,
};

const connectEveryMs = 5;

type Person = BuiltMember & { password: string; device: string | undefined };

/** Crowds guess at passwords while members sign in on known and new devices, sign up and change their passwords. */
export const guessing: Scenario = async (outcome, { minutes = 1, fault = '' }) => {
  const smtp = await startSmtpServer();
  const environment = { SMTP_URL: smtp.url, LAPAU_EMAIL_VERIFICATION: 'off' };
  for (const crowd of crowds.filter(({ name }) => name.includes(fault)))
    await withTarget(outcome, { people: 4, environment }, (target) => runCrowd(target, smtp, crowd, minutes));
  smtp.close();
};

async function runCrowd(target: Target, smtp: Smtp, crowd: Crowd, minutes: number): Promise<void> {
  const { outcome } = target;
  const people = await inParallel(60, () => buildPerson(target));
  const end = Date.now() + minutes * 60_000;
  const guesses: Record<string, number> = {};
  const [victim] = people;
  const emailOf = (index: number) => (crowd.isAtOne ? victim : people[index])?.email ?? `tidak-ada-${index}@lapau.test`;

  async function guess(index: number): Promise<void> {
    // The system would drop everybody's connections if a thousand came at once.
    await delay(index * connectEveryMs);
    while (Date.now() < end) {
      const wrong = { email: emailOf(index), password: 'salah sekali' };
      const { status, code } = await signIn(target, networkOf(20, index), wrong);
      guesses[code ?? status] = (guesses[code ?? status] ?? 0) + 1;
      if (code === 'rate_limited' || code === 'no answer') await delay(1_000);
    }
  }

  const waits: Record<Kind, number[]> = {
    'known devices': [],
    'new devices': [],
    'sign-ups': [],
    'password changes': [],
  };
  const answers: Record<string, number> = {};
  async function repeat(kind: Kind, act: (turn: number) => Promise<Answer>): Promise<void> {
    const once = async (turn: number) => {
      const begin = performance.now();
      const { status, code } = await act(turn);
      waits[kind].push(performance.now() - begin);
      const answer = `${kind}: ${status} ${code ?? ''}`.trim();
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (status !== 200 && (answers[answer] ?? 0) === 1) outcome.faults.push(`${crowd.name}: ${answer}`);
    };
    const under: Promise<void>[] = [];
    for (let turn = 0; Date.now() < end; turn += 1) {
      under.push(once(turn));
      await delay(everyMs[kind]);
    }
    await Promise.all(under);
  }

  const guessers = Array.from({ length: crowd.addresses }, (_, index) => guess(index));
  const one = (turn: number, from: number, count: number) => people[from + (turn % count)] as Person;
  await Promise.all([
    // The victim and those who are guessed at are among these.
    repeat('known devices', (turn) => {
      const person = one(turn, 0, 20);
      return signIn(target, networkOf(30, turn), person, person.device);
    }),
    repeat('new devices', (turn) => {
      // Odd turns share one network. The victim comes once, as its mailbox gets few mails an hour (D117).
      const person = turn === 6 ? one(0, 0, 1) : one(turn, 1, 39);
      return signInOnNewDevice(target, smtp, turn % 2 === 1 ? `40.0.0.${turn % 250}` : networkOf(41, turn), person);
    }),
    repeat('sign-ups', (turn) => post(target, '/auth/sign-up/email', networkOf(50, turn), signUp())),
    repeat('password changes', async (turn) => {
      const person = one(turn, 40, 20);
      const new_password = `sandi ${turn} yang baru`;
      const input = { old_password: person.password, new_password };
      const answer = await target.rawCall('change_password', input, person).catch(() => ({ status: 0, body: {} }));
      const { status, body } = answer;
      if (status === 200) person.password = new_password;
      return { status, code: (body as { code?: string }).code, confirmation: undefined, device: undefined };
    }),
    ...guessers,
  ]);
  outcome.rounds += 1;
  report(outcome, crowd, waits, answers, guesses);
}

function report(
  outcome: Outcome,
  { name }: Crowd,
  waits: Record<Kind, number[]>,
  answers: Record<string, number>,
  guesses: Record<string, number>,
): void {
  for (const [kind, all] of Object.entries(waits) as [Kind, number[]][]) {
    const sorted = all.toSorted((one, other) => one - other).map(Math.round);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const longest = at(kind === 'known devices' ? 0.99 : 1);
    outcome.notes.push(`${name}: ${kind} waited ${at(0.5)} ms (median), ${at(0.99)} (p99), ${at(1)} at most`);
    if (longest > mostMs[kind]) outcome.faults.push(`${name}: ${kind} waited ${longest} ms`);
  }
  outcome.notes.push(`${name}: ${JSON.stringify(answers)}; guesses were answered ${JSON.stringify(guesses)}`);
}

async function buildPerson(target: Target): Promise<Person> {
  const member = await buildMember(target);
  const password = await buildPassword(target, member);
  const { device } = await signIn(target, '60.0.0.1', { email: member.email, password });
  return { ...member, password, device };
}

/** An address of a network that nobody else has (a /24). */
const networkOf = (first: number, index: number) => `${first}.${index >> 8}.${index & 255}.7`;

const signUp = () => ({
  name: 'Orang Baru',
  phone: '0810-0000-0042',
  address: 'Jorong Koto Tinggi',
  nagari: 'Muaro Paiti',
  kecamatan: 'Kapur IX',
  email: `baru-${randomBytes(6).toString('hex')}@lapau.test`,
  password: 'rahasia sekali',
});
