import { expect, onTestFinished, test, vi } from 'vitest';
import { createSilences } from './silences.ts';

function useClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('what does not answer is left alone for twice as long each time, up to ten minutes, until it answers', () => {
  useClock();
  const devices = createSilences({ people: 1, firstPauseMs: 30_000, max: 10 });
  const pauses: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    expect(devices.hasNotAnswered('phone', 'etek')).toBe(turn === 0);
    const pause = devices.pauseLeftMs('phone');
    pauses.push(pause / 1_000);
    vi.advanceTimersByTime(pause);
    expect(devices.pauseLeftMs('phone')).toBe(0);
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
  devices.hasNotAnswered('phone', 'etek');
  expect(devices.hasAnswered('phone')).toBe(true);
  expect(devices.pauseLeftMs('phone')).toBe(0);
  devices.hasNotAnswered('phone', 'etek');
  expect(devices.pauseLeftMs('phone')).toBe(30_000);
  expect(devices.pauseLeftMs('another')).toBe(0);
});

test('only the devices of several people in a row, with no answer in between, have a host left alone', () => {
  useClock();
  const hosts = createSilences({ people: 3, firstPauseMs: 30_000, max: 10 });
  for (let device = 0; device < 20; device += 1) hosts.hasNotAnswered('push.test', 'etek');
  hosts.hasNotAnswered('push.test', 'uda');
  expect(hosts.hasAnswered('push.test')).toBe(false);
  hosts.hasNotAnswered('push.test', 'etek');
  hosts.hasNotAnswered('push.test', 'uda');
  expect(hosts.pauseLeftMs('push.test')).toBe(0);
  expect(hosts.hasNotAnswered('push.test', 'uni')).toBe(true);
  expect(hosts.pauseLeftMs('push.test')).toBe(30_000);
  // Pushes that were under way when the pause began do not make it longer.
  for (const person of ['a', 'b', 'c']) expect(hosts.hasNotAnswered('push.test', person)).toBe(false);
  expect(hosts.pauseLeftMs('push.test')).toBe(30_000);
  vi.advanceTimersByTime(30_000);
  // After a pause it takes the same number of people again.
  for (const person of ['a', 'b']) hosts.hasNotAnswered('push.test', person);
  expect(hosts.pauseLeftMs('push.test')).toBe(0);
  expect(hosts.hasNotAnswered('push.test', 'c')).toBe(false);
  expect(hosts.pauseLeftMs('push.test')).toBe(60_000);
});
