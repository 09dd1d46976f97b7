import { z } from 'zod';
import { call } from './call.ts';
import { id } from './text.ts';

/** The active banner, or null (D39). */
export const get_active_banner = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({ id, image_url: z.string(), link_url: z.string().nullable() }).nullable(),
  errors: [],
});
