import { randomUUID } from 'node:crypto';
import { buildMember, buildPassword } from '../../../server/src/testing/builders.ts';
import { post } from '../load/sign-ins.ts';
import type { Answer } from '../load/sign-ins.ts';
import type { Target } from '../target/target.ts';
import { newSession } from './people.ts';

/** A limit that somebody has used up, and what they are answered instead of what they want; undefined when they get it. */
export type UsedUp = { what: string; refusal: () => Promise<string | undefined> };

/** These are more tries than each limit here allows (server/src/platform/limits/request-limits.ts). */
const tries = 40;

/** Uses up what is counted in the database: comments on a dish, reports of them, guesses at a password. */
export async function useUpLimits(target: Target): Promise<UsedUp[]> {
  const comments: string[] = [];
  return [await useUpComments(target, comments), await useUpReports(target, comments), await useUpGuesses(target)];
}

/** @param ids an array to which the ids of the added comments are appended */
async function useUpComments(target: Target, ids: string[]): Promise<UsedUp> {
  const { id: commenter } = await buildMember(target);
  const [id] = target.posts;
  const session = await newSession(target, commenter);
  const comment = async (as = session) => {
    const input = { id: randomUUID(), post_id_to_comment_on: id, comment_content: `Masih ada? ${randomUUID()}` };
    const answer = await target.rawCall('add_comment', input, as);
    if (answer.status === 200) ids.push(input.id);
    return answer;
  };
  await useUp('comments', async () => (await comment()).status === 429);
  return {
    what: 'comments on one dish',
    refusal: async () => {
      const { status } = await comment(await newSession(target, commenter));
      return status === 200 ? undefined : String(status);
    },
  };
}

/** Reports a different comment each time, as a second report of the same comment does not count. */
async function useUpReports(target: Target, comments: string[]): Promise<UsedUp> {
  const { id: reporter } = await buildMember(target);
  const session = await newSession(target, reporter);
  const report = (as = session) =>
    target.rawCall('report_comment', { reported_comment_id: comments.pop(), reason: 'Bukan tentang makanan.' }, as);
  await useUp('reports', async () => (await report()).status === 429);
  return {
    what: 'reports',
    refusal: async () => {
      const { status } = await report(await newSession(target, reporter));
      return status === 200 ? undefined : String(status);
    },
  };
}

async function useUpGuesses(target: Target): Promise<UsedUp> {
  const owner = await buildMember(target);
  const right = await buildPassword(target, owner);
  const signIn = (password: string): Promise<Answer> =>
    post(target, '/auth/sign-in/email', '10.9.8.7', { email: owner.email, password });
  await useUp('guesses', async () => (await signIn('bukan ini sandinya')).status === 429);
  return {
    what: 'wrong passwords',
    refusal: async () => {
      const { status, code = '' } = await signIn(right);
      // a new device may be asked for a mailed code, as the password is right
      return status === 200 || code === 'confirmation_needed' ? undefined : `${status} ${code}`;
    },
  };
}

async function useUp(what: string, isRefused: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) if (await isRefused()) return;
  throw new Error(`${tries} ${what} have used up no limit`);
}

/** Notes a fault for each limit that still holds somebody; to be called once the longest window has passed on the right clock. */
export async function expectNobodyHeld({ outcome }: Target, where: string, limits: UsedUp[]): Promise<void> {
  let held = 0;
  for (const { what, refusal } of limits) {
    const answer = await refusal();
    if (answer === undefined) continue;
    held += 1;
    outcome.faults.push(`${where}: somebody is still held by the limit of ${what}: ${answer}`);
  }
  outcome.notes.push(
    `${where}: of ${limits.length} limits that were used up ${held} hold somebody beyond their window`,
  );
}
