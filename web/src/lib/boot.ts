import type { BootData } from '@lapau/contract/boot';

const block = globalThis.document?.getElementById('boot')?.textContent;
let answers: BootData = block ? (JSON.parse(block) as BootData) : {};

/** Whether the server filled the page; under the development server it does not, and everything is asked for. */
export const isBooted = Boolean(block);

/** When the server's answers came, for `initialDataUpdatedAt`. */
export const bootedAt = Date.now();

/**
 * The answer that came with the page, for a query's `initialData`: given once, because a cache that was emptied since
 * asks anew.
 */
export function takeBootAnswer<Name extends keyof BootData>(name: Name): BootData[Name] {
  const answer = answers[name];
  delete answers[name];
  return answer;
}

/** Forgets what came for a person who is gone. */
export function dropBootAnswers(): void {
  answers = {};
}
