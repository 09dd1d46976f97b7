import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orNetwork } from './or-network.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<Response | undefined>(() => {});
const later = <Answer>(answer: Answer, ms: number) =>
  new Promise<Answer>((resolve) => void setTimeout(() => resolve(answer), ms));
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  { what: 'what the device has', kept: async () => new Response('kept'), ask: offline, answer: 'kept' },
  {
    what: 'what it has after two seconds, without a network',
    kept: () => later(new Response('kept'), 1_500),
    ask: offline,
    answer: 'kept',
  },
  {
    what: 'what it has after two seconds, where the network is slower',
    kept: () => later(new Response('kept'), 2_000),
    ask: () => later(new Response('asked'), 9_000),
    answer: 'kept',
  },
  {
    what: 'the network, where it has nothing',
    kept: async () => undefined,
    ask: async () => new Response('asked'),
    answer: 'asked',
  },
  {
    what: 'the network, where it says late that it has nothing',
    kept: () => later(undefined, 2_000),
    ask: () => later(new Response('asked'), 9_000),
    answer: 'asked',
  },
  {
    what: 'the network, where the device fails',
    kept: () => Promise.reject(new Error('Refused.')),
    ask: async () => new Response('asked'),
    answer: 'asked',
  },
  {
    what: 'the network, where the device never answers',
    kept: never,
    ask: async () => new Response('asked'),
    answer: 'asked',
  },
  {
    what: 'the failure of the network, where the device never answers',
    kept: never,
    ask: offline,
    answer: 'Failed to fetch',
  },
])('the answer is $what', async ({ kept, ask, answer }) => {
  const outcome = orNetwork(kept(), ask).then(
    (response) => response.text(),
    (error: unknown) => (error as Error).message,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await outcome).toBe(answer);
});
