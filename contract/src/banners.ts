import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './text.ts';

/** The active banner, or null (D39). */
export const get_active_banner = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.nullable(z.strictObject({ id, image_url: z.string(), link_url: z.nullable(z.string()) })),
  errors: [],
});
