import { test as base, expect } from './story.ts';
import { buildVillage } from './village.ts';

/** Several screens show that a call failed, a sign-in was refused, or that the network is lost. */
export const villageErrors =
  /\/rpc\/|\/auth\/sign-in|ERR_INTERNET_DISCONNECTED|Unable to preload CSS|WebSocket connection.*failed/;

/** Stories that go through all screens, in a village that fills them. */
export const test = base.extend<object, { village: Awaited<ReturnType<typeof buildVillage>> }>({
  // The village belongs to the worker, whose server no other story shares: this much data would disturb it.
  village: [({ lapau }, use) => buildVillage(lapau).then(use), { scope: 'worker', timeout: 300_000 }],
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: villageErrors,
});

export { expect };
