import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may make a call: `guest` only people without a session, `seller` a penjual or an admin. Decisions that need more
 * than the role, such as who owns a post, are the feature's policy.
 */
export type Access = 'public' | 'guest' | 'member' | 'seller' | 'admin';

export type CallShape = {
  access: Access;
  /** Changes data: refused when it comes from a foreign origin, limited per person, never retried without a key. */
  writes: boolean;
  /** Calls a person may make per minute, if fewer than the gate's limit: protects secrets from being guessed. */
  perMinute?: number;
  /** Adds text to the database, of which a person may add so much a day. */
  storesText?: boolean;
  /** A suspended person is refused, though anybody may call. Other calls that need no session take their credential for none. */
  tellsSuspended?: boolean;
  input: z.ZodMiniObject;
  output: z.ZodMiniType;
  /** Error codes of this call besides those of the gate (gateErrors). */
  errors: readonly ErrorCode[];
};

/**
 * Declares a call; routes, the typed client, the OpenAPI page and the permission test are derived from it.
 * @__NO_SIDE_EFFECTS__
 */
export function call<const Shape extends CallShape>(shape: Shape): Shape {
  return shape;
}
