import * as z from 'zod/mini';
import { call } from './call.ts';

// This call stands apart from signals.ts, which is in the first load of the web and must bring no schemas into it.

/**
 * Answers what a socket would have sent in the last `age_ms`, to a page whose network lets no socket through. While such a page is on
 * screen, it asks again and again.
 */
export const get_signals = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    /** The topics that the screen follows. The person's own topic is always added; topics that they may not join are left out. */
    topics: z
      .array(z.string().check(z.maxLength(50), z.regex(/^[\w:-]+$/, { error: 'Bukan topik yang sah.' })))
      .check(z.maxLength(64)),
    /** How long ago the page requested the data that signals keep up to date; if that is more than `catchUpMs`, a `resync` answers. */
    age_ms: z.int().check(z.minimum(0)),
  }),
  output: z.strictObject({
    /** Each is a ServerMessage: a `signal` or a `resync`. */
    messages: z.array(z.record(z.string(), z.unknown())),
    /** How long the page is to wait before it asks again, at least. */
    again_after_ms: z.int(),
  }),
  errors: [],
});
