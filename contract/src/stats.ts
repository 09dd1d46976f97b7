import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './text.ts';

/** Days of 'Hasil 7 hari', today included. */
export const statsDays = 7;

/**
 * Counts that one has opened a stall's page, or a dish of it: once a person and day. Idempotent. What is hidden or one's
 * own is not counted, and nobody is told.
 */
export const record_view = call({
  access: 'member',
  writes: true,
  input: z.strictObject({
    warung_id: id,
    /** A dish of the stall; left out, the stall's own page was opened. */
    post_id: z.optional(id),
  }),
  output: z.strictObject({}),
  errors: [],
});

const figures = {
  /** Distinct people of each day. */
  views: z.int(),
  likes: z.int(),
  saves: z.int(),
  comments: z.int(),
  /** Conversations of each day in which somebody wrote to the cook; of a dish, those in which they asked about it. */
  chats: z.int(),
};

const dayFigures = z.strictObject({
  /** A day in Asia/Jakarta. */
  day: z.iso.date(),
  ...figures,
});
export type DayFigures = z.infer<typeof dayFigures>;

const dishFigures = z.strictObject({ id, food_name: z.string(), ...figures });
export type DishFigures = z.infer<typeof dishFigures>;

/** What happened to one's own stall and its dishes in the last days, without what the cook did. */
export const get_warung_stats = call({
  access: 'seller',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({
    /** Each of the last days, oldest first. Someone who opened two dishes on a day is one person of that day. */
    days: z.array(dayFigures),
    /** The dishes that something happened to, most seen first. */
    dishes: z.array(dishFigures),
  }),
  errors: ['warung_not_found'],
});
