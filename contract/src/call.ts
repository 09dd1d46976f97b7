import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may make a call. `guest` is for people without a session only, `seller` for a penjual or an admin;
 * what a role alone cannot decide (whose post it is) is the feature's policy.
 */
export type Access = 'public' | 'guest' | 'member' | 'seller' | 'admin';

export type CallShape = {
  access: Access;
  /** Changes data: refused when it comes from a foreign origin, limited per person, never retried without a key. */
  writes: boolean;
  /** A tighter limit a person and minute than the gate's own, where guessing would pay. */
  perMinute?: number;
  input: z.ZodMiniObject;
  output: z.ZodMiniType;
  /** The codes this call answers beyond those of the gate (gateErrors). */
  errors: readonly ErrorCode[];
};

/**
 * Declares a call: the one truth that routes, the typed client, the OpenAPI page and the permission test read.
 * @__NO_SIDE_EFFECTS__
 */
export function call<const Shape extends CallShape>(shape: Shape): Shape {
  return shape;
}
