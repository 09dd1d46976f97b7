import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.ts';
import { atMost } from '../process/lru.ts';

/** The person who has a password hashed. */
export type Requester =
  /** Somebody who has proved to be the account's owner: by a device or session, by a mailed link, or by an admin's code. */
  | { lane: 'owners'; account: string }
  /** Anybody else. `group` is that of their address (platform/http/address.ts). */
  | { lane: 'sign-ins' | 'sign-ups'; account: string; group: string };

export type TurnOptions = {
  /** Takes the work out of the queue; work that has begun continues. */
  signal?: AbortSignal;
  /** The work is refused when its turn has not come within this time, and at once when it is not expected to. */
  withinMs?: number;
};

type Limits = {
  /** How many pieces of work run at the same time. */
  concurrency: number;
  /** How many may wait in each lane, and for how long each. */
  maxWaiting: number;
  waitMs: number;
};

type Waiter = {
  account: string;
  group: string;
  arrival: number;
  start: () => void;
  refuse: (failure: AppError) => void;
};
type Lane = {
  waiters: Set<Waiter>;
  /** The number of each account's last turn, as turns are counted; 0 for an account that has had none. */
  turnOfAccount: LRUCache<string, number>;
  turnOfGroup: LRUCache<string, number>;
  /** When each group came first: somebody who gave up and comes again is not new. */
  firstArrival: LRUCache<string, number>;
  /** The accounts whose turn was taken back lately. */
  forgotten: LRUCache<string, true>;
  lastTurn: number;
  isTurnOfGroups: boolean;
};

/** An order of waiters: the one with the lower number comes first, by the first number that differs. Later numbers are seldom needed. */
type Order = readonly ((waiter: Waiter) => number)[];

const maxRemembered = 20_000;
/** How long a piece of work is expected to take before one has been measured. */
const firstEstimateMs = 50;
/** The weight of the latest piece of work in the mean. */
const latestWeight = 0.1;

const newLane = (): Lane => ({
  waiters: new Set(),
  turnOfAccount: new LRUCache({ max: maxRemembered }),
  turnOfGroup: new LRUCache({ max: maxRemembered }),
  firstArrival: new LRUCache({ max: maxRemembered }),
  forgotten: new LRUCache({ ...atMost(maxRemembered), ttl: 60 * 60_000 }),
  lastTurn: 0,
  isTurnOfGroups: true,
});

/** Whether `one` comes before a waiter whose numbers are `ranks`. */
function isBefore(order: Order, one: Waiter, ranks: readonly number[]): boolean {
  for (const [index, rankOf] of order.entries()) {
    const difference = rankOf(one) - (ranks[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const ranksOf = (order: Order, waiter: Waiter): number[] => order.map((rankOf) => rankOf(waiter));

function firstBy(waiters: Iterable<Waiter>, order: Order): Waiter | undefined {
  let first: Waiter | undefined;
  let ranks: readonly number[] = [];
  for (const waiter of waiters) {
    if (first && !isBefore(order, waiter, ranks)) continue;
    first = waiter;
    ranks = ranksOf(order, waiter);
  }
  return first;
}

/**
 * Runs work that everybody may cause, so that no crowd keeps others from theirs (D96). Owners and strangers take turns, and among
 * strangers sign-ins and sign-ups. Within a lane one turn goes to the account whose last turn is longest ago, the next to the address
 * group: one account that thousands of addresses guess at counts as one, and so does one network that tries thousands of accounts. A
 * turn that is taken back does not count. Among waiters without a turn yet, the first one is next by account, and the last one by
 * group: somebody who comes while a crowd has its first turns does not wait for all of them, however often it comes again. Somebody
 * who was refused and comes again has kept their place. A full lane drops work of the account or group with most of it.
 */
export function createTurns({ concurrency, maxWaiting, waitMs }: Limits) {
  const lanes = { owners: newLane(), 'sign-ins': newLane(), 'sign-ups': newLane() };
  let arrivals = 0;
  let turns = 0;
  let running = 0;
  let meanMs = firstEstimateMs;

  const byAccount = ({ turnOfAccount, turnOfGroup, firstArrival }: Lane): Order => [
    ({ account }) => turnOfAccount.peek(account) ?? 0,
    ({ group }) => turnOfGroup.peek(group) ?? 0,
    ({ group, arrival }) => firstArrival.peek(group) ?? arrival,
    ({ arrival }) => arrival,
  ];
  const byGroup = ({ turnOfAccount, turnOfGroup, firstArrival }: Lane): Order => [
    ({ group }) => turnOfGroup.peek(group) ?? 0,
    // An account that is guessed at has had many turns, so they do not count against a new group: its owner may come from
    // anywhere.
    ({ account, group, arrival }) =>
      turnOfGroup.has(group) ? (turnOfAccount.peek(account) ?? 0) : -(firstArrival.peek(group) ?? arrival),
    ({ arrival }) => -arrival,
  ];

  const nextLane = (): Lane => {
    const { owners, 'sign-ins': signIns, 'sign-ups': signUps } = lanes;
    const strangers = longerAgo(signIns, signUps);
    const strangersTurn = Math.max(signIns.lastTurn, signUps.lastTurn);
    if (owners.waiters.size === 0) return strangers;
    return strangers.waiters.size === 0 || owners.lastTurn <= strangersTurn ? owners : strangers;
  };

  const startNext = () => {
    if (running >= concurrency) return;
    const lane = nextLane();
    const next = firstBy(lane.waiters, lane.isTurnOfGroups ? byGroup(lane) : byAccount(lane));
    if (!next) return;
    turns += 1;
    running += 1;
    lane.lastTurn = turns;
    lane.isTurnOfGroups = !lane.isTurnOfGroups;
    lane.turnOfAccount.set(next.account, turns);
    lane.turnOfGroup.set(next.group, turns);
    next.start();
  };

  /** How long a newcomer would wait: they get a turn by the account or by the group, whichever comes first. */
  const expectedMs = (lane: Lane, comer: Pick<Waiter, 'account' | 'group'>): number => {
    const countAhead = (order: Order) => {
      const own = ranksOf(order, { ...comer, arrival: arrivals + 1 } as Waiter);
      let count = 0;
      for (const waiter of lane.waiters) if (isBefore(order, waiter, own)) count += 1;
      return count;
    };
    const turnsInLane = 2 * Math.min(countAhead(byAccount(lane)), countAhead(byGroup(lane)));
    const busyLanes = Object.values(lanes).filter((other) => other === lane || other.waiters.size > 0).length;
    return (turnsInLane * busyLanes * meanMs) / concurrency;
  };

  /**
   * Drops work of the account or group with most of it; among equals that of the latest turn, and if none had a turn, the last that
   * came.
   */
  const dropOne = (lane: Lane) => {
    const ofAccount = new Map<string, number>();
    const ofGroup = new Map<string, number>();
    for (const { account, group } of lane.waiters) {
      ofAccount.set(account, (ofAccount.get(account) ?? 0) + 1);
      ofGroup.set(group, (ofGroup.get(group) ?? 0) + 1);
    }
    const { turnOfAccount, turnOfGroup, firstArrival } = lane;
    const countsOf = ({ account, group }: Waiter) => [ofAccount.get(account) ?? 0, ofGroup.get(group) ?? 0];
    const dropped = firstBy(lane.waiters, [
      (waiter) => -Math.max(...countsOf(waiter)),
      (waiter) => -Math.min(...countsOf(waiter)),
      ({ group }) => -(turnOfGroup.peek(group) ?? 0),
      ({ account }) => -(turnOfAccount.peek(account) ?? 0),
      ({ group, arrival }) => -(firstArrival.peek(group) ?? arrival),
      ({ arrival }) => -arrival,
    ]);
    dropped?.refuse(new AppError('not_ready'));
  };

  const wait = (lane: Lane, requester: Pick<Waiter, 'account' | 'group'>, { signal, withinMs = waitMs }: TurnOptions) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        lane.waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      arrivals += 1;
      const waiter: Waiter = {
        ...requester,
        arrival: arrivals,
        start: () => {
          leave();
          resolve();
        },
        refuse: (failure) => {
          leave();
          reject(failure);
        },
      };
      const abort = () => waiter.refuse(new AppError('malformed_request'));
      const timer = setTimeout(() => waiter.refuse(new AppError('not_ready')), withinMs);
      signal?.addEventListener('abort', abort);
      if (!lane.firstArrival.has(waiter.group)) lane.firstArrival.set(waiter.group, arrivals);
      lane.waiters.add(waiter);
      startNext();
      if (lane.waiters.size > maxWaiting) dropOne(lane);
    });

  return {
    /**
     * Runs the work when its turn comes.
     * @throws AppError not_ready when its turn does not come in time, malformed_request when aborted
     */
    run: async <Result>(
      requester: Requester,
      work: () => Promise<Result>,
      options: TurnOptions = {},
    ): Promise<Result> => {
      if (options.signal?.aborted) throw new AppError('malformed_request');
      const lane = lanes[requester.lane];
      const { account, group } = keysOf(requester);
      const isTooLate = options.withinMs !== undefined && expectedMs(lane, { account, group }) > options.withinMs;
      if (isTooLate) throw new AppError('not_ready');
      await wait(lane, { account, group }, options);
      const begin = performance.now();
      try {
        return await work();
      } finally {
        meanMs += latestWeight * (performance.now() - begin - meanMs);
        running -= 1;
        startNext();
      }
    },
    /**
     * Takes back the turns of somebody who had a right to them: they, and others in their network, come as if for the first time. An
     * account has this once an hour: otherwise somebody with right passwords of their own would always be before people who come once.
     */
    forget: (requester: Requester): void => {
      const { turnOfAccount, turnOfGroup, firstArrival, forgotten } = lanes[requester.lane];
      const { account, group } = keysOf(requester);
      if (forgotten.has(account)) return;
      forgotten.set(account, true);
      turnOfAccount.delete(account);
      turnOfGroup.delete(group);
      firstArrival.delete(group);
    },
    /** How many wait in a lane. */
    waiting: (lane: Requester['lane']): number => lanes[lane].waiters.size,
  };
}

/** The keys of a requester. Owners may be anywhere, so each is a group of their own. */
const keysOf = (requester: Requester) => ({ group: requester.account, ...requester });

/** Returns the lane whose last turn is longer ago, or the only one where somebody waits. */
function longerAgo(one: Lane, other: Lane): Lane {
  if (one.waiters.size === 0) return other;
  return other.waiters.size === 0 || one.lastTurn <= other.lastTurn ? one : other;
}
