import { buildConversation } from '../../../server/src/testing/builders.ts';
import type { Person, Target } from '../target/target.ts';

/** Has everybody talk with one other person. @returns the pairs */
export async function startConversations(target: Target): Promise<[Person, Person][]> {
  const half = target.people.length / 2;
  const pairs: [Person, Person][] = [];
  for (const [index, one] of target.people.slice(0, half).entries()) {
    const other = target.people[half + index];
    if (!other) continue;
    const { id } = await buildConversation(target, { user1_id: one.id, user2_id: other.id });
    one.conversation = { id, written: [] };
    other.conversation = { id, written: [] };
    pairs.push([one, other]);
  }
  return pairs;
}
