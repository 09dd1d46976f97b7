import { setTimeout as delay } from 'node:timers/promises';
import type { CallName } from '@lapau/contract/calls';
import {
  buildAdmin,
  buildConversation,
  buildMember,
  buildPost,
  buildSeller,
} from '../../../server/src/testing/builders.ts';
import type { BuiltMember } from '../../../server/src/testing/builders.ts';
import { countAnswer } from '../report.ts';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { roads } from './flood-roads.ts';
import type { Scenario } from './scenario.ts';

/** The pause that makes ten writes of each kind a second, more than the gate takes. */
const pauseMs = 100;
const reportsInARow = 50;
/** The limit is twenty messages without an answer, and one more a minute. */
const mostMessages = (minutes: number) => 20 + Math.ceil(minutes);
const inUtf8 = 'é'.repeat(2_000);

/**
 * A member floods a cook with the longest messages and a post with comments, and another one reports fifty posts in a row; then come
 * the ways around the limits of flood-roads.ts.
 */
export const floods: Scenario = (outcome, { minutes = 1 }) =>
  withTarget(outcome, {}, async (target) => {
    const { db } = target;
    const [admin, cook] = [await buildAdmin(target), await buildSeller(target)];
    const [loud, reporter] = [await buildMember(target), await buildMember(target)];
    const post = await buildPost(target);
    const { id } = await buildConversation(target, { user1_id: loud.id, user2_id: cook.id });
    const endsAt = Date.now() + minutes * 60_000;
    while (Date.now() < endsAt) {
      await write(target, outcome, loud, 'send_message', { p_conversation_id: id, p_content: inUtf8 });
      await write(target, outcome, loud, 'add_comment', {
        post_id_to_comment_on: post.id,
        comment_content: 'é'.repeat(1_000),
      });
      await delay(pauseMs);
    }
    for (let count = 0; count < reportsInARow; count += 1) {
      const reported_post_id = (await buildPost(target)).id;
      await write(target, outcome, reporter, 'create_report', { reported_post_id, reason: 'Bukan makanan' });
    }
    outcome.rounds += 1;

    const messages = await db.selectFrom('messages').select('content').where('sender_id', '=', loud.id).execute();
    const comments = await db.selectFrom('post_comments').select('content').where('user_id', '=', loud.id).execute();
    const bytes = [...messages, ...comments].reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    const told = await db.selectFrom('notifications').select('type').where('user_id', '=', admin.id).execute();
    const reports = told.filter(({ type }) => type === 'new_report').length;
    outcome.notes.push(
      `in ${minutes} min ${messages.length} messages and ${comments.length} comments were stored, ${bytes} bytes`,
      `${reportsInARow} reports: ${reports} of the admin’s notifications`,
    );
    const most = mostMessages(minutes);
    if (messages.length > most || comments.length > most)
      outcome.faults.push(`more than ${most} of one kind were stored`);
    if (reports !== 1) outcome.faults.push(`${reports} notifications of reports, not one`);

    for (const road of roads) {
      const { what, got, most: atMost } = await road(target);
      outcome.notes.push(`${got} ${what}`);
      if (got > atMost) outcome.faults.push(`${got} ${what}: more than ${atMost}`);
    }
  });

async function write({ rawCall }: Target, outcome: Outcome, as: BuiltMember, call: CallName, input: object) {
  const { status, body } = await rawCall(call, input, as);
  if (status === 200) outcome.acknowledged += 1;
  else countAnswer(outcome, `${status} ${(body as { code: string }).code}`);
}
