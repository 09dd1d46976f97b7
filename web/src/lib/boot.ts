import type { BootData } from '@lapau/contract/boot';

const block = globalThis.document?.getElementById('boot')?.textContent;
// Under the development server there is none, and everything is asked for.
let answers: BootData = block ? (JSON.parse(block) as BootData) : {};

/** When the answers that came with the page were given, for `initialDataUpdatedAt`. */
export const bootedAt = Date.now();

/**
 * The answer that came with the page, for a query's `initialData`: given once, because a cache that was emptied since
 * asks anew.
 */
export function takeBootAnswer<Name extends keyof BootData>(name: Name): BootData[Name] {
  const answer = answers[name];
  answers = { ...answers, [name]: undefined };
  return answer;
}

/** Forgets what came for a person who is gone. */
export function dropBootAnswers(): void {
  answers = {};
}
