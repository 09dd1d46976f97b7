import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './text.ts';

/**
 * Suspends a person or lifts it, at once everywhere (D7). Idempotent with the wanted state `suspended`; without it
 * the call toggles.
 */
export const toggle_user_suspension = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ user_id_to_toggle: id, suspended: z.optional(z.boolean()) }),
  output: z.strictObject({ is_suspended: z.boolean() }),
  errors: ['user_not_found', 'own_account', 'last_admin'],
});
