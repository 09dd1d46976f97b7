import { createLazyCode, whenLoaded } from '../device/lazy-code.ts';
import { createOutbox } from './outbox.ts';

const outboxCode = createLazyCode(async () => (await import('./device.ts')).device);

/** The page's outbox. The code that stores and sends is not part of the first load. */
export const outbox = createOutbox(() => whenLoaded(outboxCode));
