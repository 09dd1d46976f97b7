import { z } from 'zod';
import { call } from './call.ts';
import { id } from './text.ts';

/** Suspends a stall and signs its seller out, or lifts it (D7, D11). Idempotent with the wanted state `suspended`. */
export const toggle_warung_suspension = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ warung_id: id, suspended: z.boolean().optional() }),
  output: z.strictObject({ is_suspended: z.boolean() }),
  errors: ['warung_not_found', 'own_account'],
});
