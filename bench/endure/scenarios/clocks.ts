import { buildAdmin, buildMember, buildPost } from '../../../server/src/testing/builders.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import type { Scenario } from './scenario.ts';

const second = 1_000;
const hour = 3_600 * second;
/** How far the server's clock is ahead of the database's. */
const steps = [15 * second, -15 * second, 4 * hour, -4 * hour];
/** A deletion can be taken back for ten seconds, and is then done by a job. */
const soonestDeletionMs = 10 * second;
const latestDeletionMs = 120 * second;

/** The server's clock and the database's differ: whatever is compared with stored times has to go by the database's alone. */
export const clocks: Scenario = async (outcome) => {
  for (const clockAheadMs of steps) {
    await withTarget(outcome, { clockAheadMs }, async (target) => {
      const where = `with the server's clock ${clockAheadMs / second} s ahead of the database's`;
      await turnSwitches(target, where);
      await takeBackDeletion(target, where);
      await waitForDeletion(target, where);
    });
    outcome.rounds += 1;
  }
};

async function turnSwitches({ call, people, outcome, ...site }: Target, where: string): Promise<void> {
  const cook = people.find(({ isSeller }) => isSeller);
  if (!cook) throw new Error('nobody sells');
  const { id } = await buildPost(site, { user_id: cook.id });
  const isOpen = async () =>
    (await site.db.selectFrom('posts').where('id', '=', id).select('is_open').executeTakeFirstOrThrow()).is_open;
  const { undo_id: undoId } = await call('set_posts_open', { post_ids: [id], is_open: false }, cook);
  if (await isOpen()) outcome.faults.push(`${where} the first choice on a new dish changed nothing`);
  outcome.acknowledged += 1;
  const { status } = await site.rawCall('undo_posts_open', { undo_id: undoId }, cook);
  if (status !== 200 || !(await isOpen())) outcome.faults.push(`${where} a switch is not turned back, but ${status}`);
}

async function takeBackDeletion({ call, rawCall, outcome, ...site }: Target, where: string): Promise<void> {
  const [admin, member] = [await buildAdmin(site), await buildMember(site)];
  const { decision } = await call('delete_user_by_admin', { user_id_to_delete: member.id }, admin);
  const { status } = await rawCall('undo_decision', { decision_id: decision.id }, admin);
  if (status !== 200) outcome.faults.push(`${where} a deletion is not taken back at once, but ${status}`);
}

async function waitForDeletion({ call, db, outcome, ...site }: Target, where: string): Promise<void> {
  const [admin, member] = [await buildAdmin({ db, ...site }), await buildMember({ db, ...site })];
  const begun = performance.now();
  await call('delete_user_by_admin', { user_id_to_delete: member.id }, admin);
  const isGone = async () =>
    (await db.selectFrom('profiles').where('id', '=', member.id).select('id').executeTakeFirst()) === undefined;
  await until('the deletion', isGone, latestDeletionMs);
  const tookMs = performance.now() - begun;
  outcome.notes.push(`${where} a deletion came after ${(tookMs / second).toFixed(1)} s`);
  if (tookMs < soonestDeletionMs) outcome.faults.push(`${where} a deletion came before it could be taken back`);
}
