import type { BootData } from '@lapau/contract/boot';

const { document } = globalThis;
const block = document?.getElementById('boot')?.textContent;
// The development server writes no boot data; then every query fetches.
let answers: BootData = block ? (JSON.parse(block) as BootData) : {};

/** When the page was loaded, in milliseconds since 1970: the `initialDataUpdatedAt` of its answers. */
export let bootedAt = Date.now();

/** Gives the server the answers of the page that it renders next. */
export function putBootAnswers(data: BootData): void {
  answers = data;
  bootedAt = Date.now();
}

/**
 * The answer that came with the page, for a query's `initialData`. Each answer is returned once: a query whose cache was cleared
 * since then has to fetch.
 */
export function takeBootAnswer<Name extends keyof BootData>(name: Name): BootData[Name] {
  const answer = answers[name];
  answers = { ...answers, [name]: undefined };
  return answer;
}

/** Drops the answers that were meant for a person who has signed out. */
export function dropBootAnswers(): void {
  answers = {};
}

/** Whether the device has opened the page (web/src/worker): its boot data then comes by a call. */
export const isFromDevice = document?.documentElement.dataset.from === 'device';
