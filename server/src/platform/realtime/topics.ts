import type { Topic } from '@lapau/contract/signals';
import type { Member } from '../session/actor.ts';

const publicTopics = new Set(['feed', 'settings', 'banners']);
const publicThing = /^(?:post|warung):[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Who may join which topic; whatever is not named here is refused. Ids are lower case, as the calls answer them. */
export function mayJoin(member: Pick<Member, 'id' | 'role'>, topic: string): topic is Topic {
  if (topic === 'admin') return member.role === 'admin';
  if (topic.startsWith('user:')) return topic === `user:${member.id}`;
  return publicTopics.has(topic) || publicThing.test(topic);
}
