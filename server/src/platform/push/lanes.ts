import { LRUCache } from 'lru-cache';
import type { Log } from '../log/log.ts';
import { createSilences } from './silences.ts';

/** The way of a push: its host, and the entry of the list of push services that stands for that host and others. */
export type Way = {
  host: string;
  entry: string;
  /** Whether it goes to the native app: such pushes wait for a token of Google's, those to browsers at the same host do not. */
  isApp: boolean;
};
/** The recipient of a push: a device of a person. */
export type Recipient = { device: string; person: string };
/** Makes the request of a push. A push that is refused before any request does not call it. */
export type Run = <Answer>(post: () => Promise<Answer>) => Promise<Answer>;
/** Why a push may not be sent now: its device or host is left alone for `ms`, or there is no place for it. */
export type Hindrance = { is: 'left alone'; ms: number } | { is: 'full' };

/** Thrown when a push cannot be sent, and neither its device nor its host was asked, so that this says nothing about them. */
export class NotAsked extends Error {
  override name = 'NotAsked';
}

/** An answer within this time is a quick one. */
const quickMs = 1_000;
/** How many pushes may be under way by one entry. An agent of Node's has a connection for each (web-push.ts). */
const maxPerEntry = 16;
/** How many of them may go to hosts that were slow or silent the last time, or are unknown yet: by one entry, and by all. */
const maxInDoubtPerEntry = 8;
const maxInDoubt = 16;
/** How many pushes may be under way to one person. */
const maxPerPerson = 2;
/**
 * A host is left alone for all only after the devices of this many people in a row had no answer, so that one person cannot close it
 * for others.
 */
const peopleOfHost = 3;

/**
 * Decides which pushes may be under way: two to a person, some by an entry, and few to slow hosts. A device without an answer is left
 * alone for a while, and so is a host that gives the devices of several people in a row no answer.
 */
export function createLanes(log: Log, firstPauseMs: number) {
  const devices = createSilences({ people: 1, firstPauseMs, max: 10_000 });
  const hosts = createSilences({ people: peopleOfHost, firstPauseMs, max: 1_000 });
  const quickHosts = new LRUCache<string, true>({ max: 1_000 });
  const underWay = new Set<{ way: Way; person: string; isInDoubt: boolean }>();

  const keyOf = ({ host, isApp }: Way) => (isApp ? `the app by ${host}` : host);

  const isFull = (way: Way, person: string): boolean => {
    const isInDoubt = !quickHosts.has(keyOf(way));
    let [byPerson, byEntry, inDoubtByEntry, inDoubt] = [0, 0, 0, 0];
    for (const push of underWay) {
      if (push.person === person) byPerson += 1;
      if (push.isInDoubt) inDoubt += 1;
      if (push.way.entry !== way.entry || push.way.isApp !== way.isApp) continue;
      byEntry += 1;
      if (push.isInDoubt) inDoubtByEntry += 1;
    }
    if (byPerson >= maxPerPerson) return true;
    return byEntry >= maxPerEntry || (isInDoubt && (inDoubtByEntry >= maxInDoubtPerEntry || inDoubt >= maxInDoubt));
  };

  return {
    /** @returns undefined when the push may be sent now */
    hindrance: (way: Way, { device, person }: Recipient): Hindrance | undefined => {
      const ms = Math.max(devices.pauseLeftMs(device), hosts.pauseLeftMs(keyOf(way)));
      if (ms > 0) return { is: 'left alone', ms };
      return isFull(way, person) ? { is: 'full' } : undefined;
    },
    /** Sends a push. @throws the error of `post`, which counts as no answer unless it is a NotAsked */
    run: async <Answer>(way: Way, { device, person }: Recipient, post: () => Promise<Answer>): Promise<Answer> => {
      const key = keyOf(way);
      const push = { way, person, isInDoubt: !quickHosts.has(key) };
      const begunAt = performance.now();
      underWay.add(push);
      try {
        const answer = await post();
        if (performance.now() - begunAt < quickMs) quickHosts.set(key, true);
        else quickHosts.delete(key);
        devices.hasAnswered(device);
        if (hosts.hasAnswered(key)) log.info({ host: way.host }, 'a push service answers again');
        return answer;
      } catch (error) {
        if (error instanceof NotAsked) throw error;
        quickHosts.delete(key);
        devices.hasNotAnswered(device, person);
        if (hosts.hasNotAnswered(key, person))
          log.warn({ host: way.host }, 'a push service does not answer, and is left alone for a while');
        throw error;
      } finally {
        underWay.delete(push);
      }
    },
  };
}
