import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './text.ts';

/** How many days 'Hasil 7 hari' shows, today included. */
export const statsDays = 7;

/**
 * Counts that one has opened a stall's page or a dish of it, once for each person and day; a repeated call changes nothing. Views of
 * hidden or own stalls and dishes are not counted, and nobody is told.
 */
export const record_view = call({
  access: 'member',
  writes: true,
  input: z.strictObject({
    warung_id: id,
    /** The dish of the stall that was opened; left out if the stall's own page was opened. */
    post_id: z.optional(id),
  }),
  output: z.strictObject({}),
  errors: [],
});

const figures = {
  /** How many different people opened it on each day. */
  views: z.int(),
  likes: z.int(),
  saves: z.int(),
  comments: z.int(),
  /** Conversations of each day in which somebody wrote to the cook; for a dish, those in which somebody asked about it. */
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

/** The figures of one's own stall and its dishes for the last days, without what the cook did. */
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
