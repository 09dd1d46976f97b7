import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { id } from './text.ts';

/**
 * Suspends a person or lifts it, at once everywhere (D7). Without the wanted state `suspended` the call toggles. The person
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
 * Deletes a person with all they posted and wrote (D30): hidden and signed out at once, deleted ten seconds later. An admin is
 * demoted first.
 */
export const delete_user_by_admin = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ user_id_to_delete: id, ...reasonFields, version: decidedVersion }),
  output: z.strictObject({ deleted: z.literal(true), decision }),
  errors: ['user_not_found', 'own_account', 'admin_not_demoted', 'already_decided', 'image_delete_failed'],
});
