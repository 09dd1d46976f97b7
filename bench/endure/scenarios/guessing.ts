import { setTimeout as delay } from 'node:timers/promises';
import { buildMember, buildPassword } from '../../../server/src/testing/builders.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const addresses = 70;
/** Below the limit of one address at one account. */
const guessEveryMs = 8_000;
const signInEveryMs = 5_000;
/** What a right password may wait, whatever strangers do. */
const mostMs = 5_000;

/** Seventy addresses guess at one account, slowly and all the time, while its owner signs in on one new device after another. */
export const guessing: Scenario = (outcome, { minutes = 3 }) =>
  withTarget(outcome, {}, async (target) => {
    const owner = await buildMember(target);
    const password = await buildPassword(target, owner);
    const end = Date.now() + minutes * 60_000;
    const guesses: Record<number, number> = {};

    async function guess(index: number): Promise<void> {
      await delay((index * guessEveryMs) / addresses);
      while (Date.now() < end) {
        const pause = delay(guessEveryMs);
        const { status } = await signIn(target, `10.7.0.${index}`, owner.email, 'salah sekali');
        guesses[status] = (guesses[status] ?? 0) + 1;
        await pause;
      }
    }

    const waits: number[] = [];
    const answers: Record<string, number> = {};
    async function signInOnNewDevices(): Promise<void> {
      for (let index = 0; Date.now() < end; index += 1) {
        const begin = performance.now();
        const { status, code } = await signIn(target, `10.8.0.${index}`, owner.email, password);
        const waitedMs = performance.now() - begin;
        waits.push(waitedMs);
        const answer = code ?? 'signed in';
        answers[answer] = (answers[answer] ?? 0) + 1;
        if (waitedMs > mostMs) outcome.faults.push(`a right password waited ${Math.round(waitedMs)} ms`);
        if (status !== 200 && code !== 'confirmation_needed')
          outcome.faults.push(`a right password was answered ${status} ${code}`);
        await delay(signInEveryMs);
      }
    }

    await Promise.all([signInOnNewDevices(), ...Array.from({ length: addresses }, (_, index) => guess(index))]);
    outcome.rounds = waits.length;
    const sorted = waits.toSorted((one, other) => one - other).map(Math.round);
    outcome.notes.push(
      `right passwords were answered ${JSON.stringify(answers)} after ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms at most`,
      `guesses were answered ${JSON.stringify(guesses)}`,
    );
  });

async function signIn({ lapau }: Target, address: string, email: string, password: string) {
  const response = await fetch(`${lapau.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}
