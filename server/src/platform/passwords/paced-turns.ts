import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.ts';
import type { Limit } from '../limits/request-limits.ts';
import { atMost } from '../process/lru.ts';

type Comer = {
  /** All requests without a cookie count as one device. */
  device: string;
  /** When the device got its cookie, in milliseconds. */
  since: number;
};
type Waiter = Comer & { key: string; start: () => void; refuse: (error: AppError) => void };
type Queue = { waiters: Set<Waiter>; served: number };
/**
 * The numbers that decide who is next: how many turns beyond the free ones the device has had lately, and how many all devices whose
 * cookies are of the same second have had.
 */
type Place = { waiter: Waiter; ofDevice: number; ofSecond: number };
type Order = (one: Place, other: Place) => number;

/** The longest wait: less than a page waits for an answer (web/src/lib/calls/api.ts), which asks again after a refusal. */
const maxWaitMs = 15_000;
/** How many may wait, as each holds a connection. */
const maxWaiting = 500;
/** How long a device's turn counts. */
const rememberedMs = 60 * 60_000;
const maxRemembered = 20_000;

/** A device's first turns do not count: somebody may mistype and ask again, and a family may share one phone. */
const freeTurns = 3;

const firstHere: Order = (one, other) => one.ofDevice - other.ofDevice || one.waiter.since - other.waiter.since;
const fewestTurns: Order = (one, other) =>
  one.ofDevice - other.ofDevice || one.ofSecond - other.ofSecond || firstHere(one, other);
const orders = [firstHere, fewestTurns] as const;

const late = () => new AppError('rate_limited', undefined, { retryAfterSeconds: 5 });

/**
 * Lets people at one address, which may be that of a whole village, take turns as a limit has points, instead of refusing people when
 * somebody else has used the points up. The device with the fewest turns comes first. Somebody who floods may make a new device for
 * each request, so two orders alternate among equals. By the first, the device with the oldest cookie is next: a neighbour who needs a
 * minute to fill in a form, or asks again, is before all devices that are made for a request. By the second, devices whose cookies are
 * of the same second count together: a neighbour is before hundreds that were made in advance.
 * @param limit the limit that has the points
 */
export function createPacedTurns(limit: Limit) {
  const queues = new Map<string, Queue>();
  const turns = new LRUCache<string, number>({ ...atMost(maxRemembered), ttl: rememberedMs });
  let waiting = 0;

  const deviceOf = ({ key, device }: Waiter) => `${key} ${device}`;
  const secondOf = ({ key, since }: Waiter) => `${key} ${Math.floor(since / 1_000)}`;
  const places = ({ waiters }: Queue): Place[] =>
    Array.from(waiters, (waiter) => ({
      waiter,
      ofDevice: Math.max(0, (turns.get(deviceOf(waiter)) ?? 0) - freeTurns),
      ofSecond: turns.get(secondOf(waiter)) ?? 0,
    }));

  const serve = async (key: string, queue: Queue) => {
    while (queue.waiters.size > 0) {
      const waitSeconds = await limit.waitSeconds(key);
      if (waitSeconds > 0) {
        await delay(waitSeconds * 1_000, undefined, { ref: false });
        continue;
      }
      const [next] = places(queue).toSorted(orders[queue.served % 2]);
      queue.served += 1;
      if (!next) continue;
      turns.set(deviceOf(next.waiter), (turns.get(deviceOf(next.waiter)) ?? 0) + 1);
      turns.set(secondOf(next.waiter), next.ofSecond + 1);
      next.waiter.start();
    }
    queues.delete(key);
  };

  /** Refuses the waiter of the longest queue that is far from being next by either order. */
  const refuseLast = () => {
    const longest = [...queues.values()].reduce((one, other) => (other.waiters.size > one.waiters.size ? other : one));
    const all = places(longest);
    const positions = orders.map((order) => new Map(all.toSorted(order).map((place, index) => [place, index])));
    const nearest = (place: Place) => Math.min(...positions.map((position) => position.get(place) ?? 0));
    all.reduce((one, other) => (nearest(other) >= nearest(one) ? other : one)).waiter.refuse(late());
  };

  return {
    /**
     * Returns when it is the device's turn.
     * @param key people with the same key, such as an address, take turns
     * @param reply the reply to the request that waits; it leaves the queue when its client disconnects
     * @throws AppError rate_limited when there were too many others; not_ready when the process ends
     */
    wait: async (key: string, comer: Comer, reply: FastifyReply): Promise<void> => {
      if (reply.raw.destroyed) throw new AppError('malformed_request');
      const isFirst = !queues.has(key);
      const queue = queues.get(key) ?? { waiters: new Set(), served: 0 };
      const turn = Promise.withResolvers<void>();
      const leave = () => {
        queue.waiters.delete(waiter);
        waiting -= 1;
        clearTimeout(timer);
        reply.raw.off('close', abort);
      };
      const waiter: Waiter = {
        ...comer,
        key,
        start: () => {
          leave();
          turn.resolve();
        },
        refuse: (error) => {
          leave();
          turn.reject(error);
        },
      };
      const abort = () => waiter.refuse(new AppError('malformed_request'));
      const timer = setTimeout(() => waiter.refuse(late()), maxWaitMs);
      reply.raw.once('close', abort);
      queue.waiters.add(waiter);
      queues.set(key, queue);
      waiting += 1;
      if (waiting > maxWaiting) refuseLast();
      if (isFirst) void serve(key, queue);
      await turn.promise;
    },
    /** Refuses all that wait, as the process ends. */
    end: () => {
      for (const { waiters } of queues.values()) for (const waiter of waiters) waiter.refuse(new AppError('not_ready'));
    },
  };
}
