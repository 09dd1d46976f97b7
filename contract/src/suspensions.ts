import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { id } from './text.ts';

/**
 * Suspends a person or lifts the suspension, at once everywhere. Without the wanted state `suspended` the call toggles. The person
 * reads the reason when signing in.
 */
export const toggle_user_suspension = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    user_id_to_toggle: id,
    suspended: z.optional(z.boolean()),
    ...reasonFields,
    version: decidedVersion,
  }),
  /** `decision` is null for a state that was there without a decision. */
  output: z.strictObject({ is_suspended: z.boolean(), decision: z.nullable(decision) }),
  errors: ['user_not_found', 'own_account', 'last_admin', 'already_decided'],
});

/**
 * Suspends a stall and signs its seller out, or lifts the suspension. Without the wanted state `suspended` the call toggles. The
 * seller reads the reason when signing in.
 */
export const toggle_warung_suspension = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    warung_id: id,
    suspended: z.optional(z.boolean()),
    ...reasonFields,
    version: decidedVersion,
  }),
  /** `decision` is null for a state that was there without a decision. */
  output: z.strictObject({ is_suspended: z.boolean(), decision: z.nullable(decision) }),
  errors: ['warung_not_found', 'own_account', 'already_decided'],
});
