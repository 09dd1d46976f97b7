import * as z from 'zod/mini';
import type { UnknownValue } from './known.ts';

const unknownValue = z.string() as unknown as z.ZodMiniType<UnknownValue, UnknownValue>;

/**
 * An enumeration in an answer: one of the known values, or a text that only a later release knows (D102). Inputs have
 * `z.enum`, which refuses such a text.
 */
export const openEnum = <const Values extends readonly string[]>(values: Values) =>
  z.union([z.enum(values), unknownValue]);
