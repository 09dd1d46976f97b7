import { randomUUID } from 'node:crypto';
import { buildMember, buildPassword } from '../../../server/src/testing/builders.ts';
import type { startSmtpServer } from '../../../server/src/testing/smtp.ts';
import { post } from '../load/sign-ins.ts';
import type { Answer } from '../load/sign-ins.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { newSession } from './people.ts';

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;

/** A limit that somebody has used up, and whether it still holds them. */
export type UsedUp = { what: string; isHeld: () => Promise<boolean> };

/** More than each limit here allows (server/src/platform/limits.ts). */
const tries = 40;
const mailPatienceMs = 20_000;

/** Uses up what is counted in the database: comments on a dish, guesses at a password, mails to a mailbox. */
export async function useUpLimits(target: Target, smtp: Smtp): Promise<UsedUp[]> {
  return [await useUpComments(target), await useUpGuesses(target), await useUpMails(target, smtp)];
}

async function useUpComments(target: Target): Promise<UsedUp> {
  const { id: commenter } = await buildMember(target);
  const [id] = target.posts;
  const session = await newSession(target, commenter);
  const isRefused = async (as = session) => {
    const input = { id: randomUUID(), post_id_to_comment_on: id, comment_content: `Masih ada? ${randomUUID()}` };
    return (await target.rawCall('add_comment', input, as)).status === 429;
  };
  await useUp('comments', isRefused);
  return {
    what: 'comments on one dish',
    isHeld: async () => isRefused(await newSession(target, commenter)),
  };
}

async function useUpGuesses(target: Target): Promise<UsedUp> {
  const owner = await buildMember(target);
  const right = await buildPassword(target, owner);
  const signIn = (password: string): Promise<Answer> =>
    post(target, '/auth/sign-in/email', '10.9.8.7', { email: owner.email, password });
  await useUp('guesses', async () => (await signIn('bukan ini sandinya')).status === 429);
  return { what: 'wrong passwords', isHeld: async () => (await signIn(right)).status === 429 };
}

async function useUpMails(target: Target, smtp: Smtp): Promise<UsedUp> {
  const { email } = await buildMember(target);
  const ask = () => post(target, '/auth/request-password-reset', '10.9.8.6', { email });
  // the answer tells nobody whether a mail is sent
  for (let mail = 0; mail < 8; mail += 1) await ask();
  const arrived = () => smtp.received.filter(({ to }) => to.includes(`<${email}>`)).length;
  return {
    what: 'mails to one mailbox',
    isHeld: async () => {
      const before = arrived();
      await ask();
      return until('a mail', () => arrived() > before, mailPatienceMs).then(
        () => false,
        () => true,
      );
    },
  };
}

async function useUp(what: string, isRefused: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) if (await isRefused()) return;
  throw new Error(`${tries} ${what} have used up no limit`);
}

/** Somebody's limits, after the longest of their windows on a clock that is right. */
export async function expectNobodyHeld({ outcome }: Target, where: string, limits: UsedUp[]): Promise<void> {
  const held: string[] = [];
  for (const { what, isHeld } of limits) if (await isHeld()) held.push(what);
  outcome.notes.push(
    `${where}: of ${limits.length} limits that were used up ${held.length} hold somebody beyond their window`,
  );
  for (const what of held) outcome.faults.push(`${where}: somebody is still held by the limit of ${what}`);
}
