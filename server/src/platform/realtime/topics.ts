import type { Topic } from '@lapau/contract/signals';
import type { Member } from '../session/actor.ts';

const publicTopics = new Set(['feed', 'settings', 'banners']);
const publicThing = /^(?:post|warung):[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a person may join a topic; topics that are not named here are refused. Ids are in lower case, as the calls answer them. */
export function mayJoin(member: Pick<Member, 'id' | 'role'>, topic: string): topic is Topic {
  if (topic === 'admin') return member.role === 'admin';
  if (topic.startsWith('user:')) return topic === `user:${member.id}`;
  return publicTopics.has(topic) || publicThing.test(topic);
}
