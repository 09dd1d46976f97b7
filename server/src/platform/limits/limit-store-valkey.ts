import type { Valkey } from '../valkey/valkey.ts';
import { inMemory, topRank } from './limit-store.ts';
import type { LimitStore } from './limit-store.ts';

/*
 * The scripts go by Valkey's clock. When that is set back, stored times lie further ahead than a script ever stores them: such a key
 * counts as new.
 */

/** Does what `points` does in memory: the key holds the time at which the bucket is full again. @returns milliseconds to wait */
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

/**
 * Does what `shares` does in memory: the key holds who took a share, their rank and its use, by time. A share that a process of 1.0.0
 * took has no rank and counts as the lowest. @returns 1 if one was taken
 */
const takeShare = `
  local requester, rank, points, windowMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - windowMs)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
  local ownShare = requester .. ' ' .. rank .. ' ' .. ARGV[5]
  if redis.call('ZSCORE', KEYS[1], ownShare) then return 1 end
  local recent = redis.call('ZRANGE', KEYS[1], 0, -1)
  local own, ofRank = 0, {}
  for _, taken in ipairs(recent) do
    if string.sub(taken, 1, #requester + 1) == requester .. ' ' then own = own + 1 end
    local its = tonumber(string.match(taken, '^%S+ (%d) ') or 0)
    ofRank[its] = (ofRank[its] or 0) + 1
  end
  if own >= math.floor(points / 2) then return 0 end
  local upTo = 0
  for its = 0, ${topRank} do
    upTo = upTo + (ofRank[its] or 0)
    if its >= rank and upTo >= points - (${topRank} - its) then return 0 end
  end
  redis.call('ZADD', KEYS[1], now, ownShare)
  redis.call('PEXPIRE', KEYS[1], windowMs)
  return 1`;

/** Counts that all processes share. While Valkey is away or does not answer soon, each process counts for itself. */
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
    return (subject, requester, rank, use) => {
      const values = [valkey.hash(requester), rank, rate.points, rate.windowMs, use ?? crypto.randomUUID()];
      return valkey.run(takeShare, `${name} ${subject}`, values).then(
        (taken) => {
          // The share is counted in this process too, for times when Valkey is away.
          if (taken === 1) takeHere(subject, requester, rank, use);
          return taken === 1;
        },
        () => takeHere(subject, requester, rank, use),
      );
    };
  },
});
