import { inMemory } from './limit-store.ts';
import type { LimitStore } from './limit-store.ts';
import type { Valkey } from './valkey.ts';

/*
 * By Valkey's clock. When that is set back, times lie further ahead than any that a script stores: such a key counts as new.
 */

/** As `points` in memory: the key holds when the bucket is full again. @returns milliseconds to wait */
const takePoints = `
  local takenMs, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local fullAt = tonumber(redis.call('GET', KEYS[1]) or 0)
  if fullAt < now or fullAt > now + windowMs then fullAt = now end
  local leftMs = fullAt + takenMs - now
  local waitMs = math.floor(leftMs - windowMs)
  if waitMs > 0 then return waitMs end
  redis.call('SET', KEYS[1], string.format('%.3f', now + leftMs), 'PX', math.max(1, math.ceil(leftMs)))
  return 0`;

/** As `shares` in memory: the key holds who took one, by time. @returns 1 if one was taken */
const takeShare = `
  local requester, points, windowMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - windowMs)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
  local recent = redis.call('ZRANGE', KEYS[1], 0, -1)
  local own = 0
  for _, taken in ipairs(recent) do
    if string.sub(taken, 1, #requester + 1) == requester .. ' ' then own = own + 1 end
  end
  if own >= points or #recent >= points * math.max(2, 16 / 2 ^ own) then return 0 end
  redis.call('ZADD', KEYS[1], now, requester .. ' ' .. ARGV[4])
  redis.call('PEXPIRE', KEYS[1], windowMs)
  return 1`;

/** Counts that all processes share, of which each has its own while Valkey is away or does not answer soon. */
export const inValkey = (valkey: Valkey): LimitStore => ({
  points: (name, rate) => {
    const takeHere = inMemory.points(name, rate);
    const pointMs = rate.windowMs / rate.points;
    return (key, taken) =>
      valkey
        .run(takePoints, `${name} ${key}`, [taken * pointMs, rate.windowMs])
        .then(Number, () => takeHere(key, taken));
  },
  shares: (name, rate) => {
    const takeHere = inMemory.shares(name, rate);
    return (subject, requester) =>
      valkey
        .run(takeShare, `${name} ${subject}`, [valkey.hash(requester), rate.points, rate.windowMs, crypto.randomUUID()])
        .then(
          (taken) => taken === 1,
          () => takeHere(subject, requester),
        );
  },
});
