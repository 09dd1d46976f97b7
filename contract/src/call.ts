import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may make a call: `guest` allows only people without a session, `seller` a penjual or an admin. Decisions that need more
 * than the role, such as who owns a post, are the feature's policy.
 */
export type Access = 'public' | 'guest' | 'member' | 'seller' | 'admin';

export type CallShape = {
  access: Access;
  /** Whether the call changes data: it is then refused from a foreign origin, limited per person, and never retried without a key. */
  writes: boolean;
  /** Calls a person may make per minute, if fewer than the gate's limit: protects secrets from being guessed. */
  perMinute?: number;
  /** Whether the call adds text to the database, of which each person may add only so much a day. */
  storesText?: boolean;
  /** Whether a suspended person is refused though anybody may call. Other such calls treat them as somebody without a session. */
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
