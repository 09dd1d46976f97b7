import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authRoutes } from './auth.ts';
import { calls } from './calls.ts';
import { openEnum } from './open-enum.ts';

const unknown = 'later_release';
const shapes = Object.entries({ ...calls, ...authRoutes });

type Schema = z.ZodMiniType;
type Place = { place: string; schema: Schema };

/** Finds the enumerations inside a schema; one made by openEnum comes with its union. */
function enumsIn(schema: Schema, place: string): Place[] {
  const def = schema.def as Record<string, unknown> & { type: string };
  const inner = (key: string, next = place) => enumsIn(def[key] as Schema, next);
  switch (def.type) {
    case 'enum':
      return [{ place, schema }];
    case 'literal':
      return (def['values'] as unknown[]).some((value) => typeof value === 'string') ? [{ place, schema }] : [];
    case 'union': {
      const options = def['options'] as Schema[];
      const isOpen = options.some((option) => option.def.type === 'string');
      const found = options.flatMap((option) => enumsIn(option, place));
      return isOpen ? found.map((one) => ({ ...one, schema })) : found;
    }
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([key, value]) =>
        enumsIn(value as Schema, `${place}.${key}`),
      );
    case 'array':
      return inner('element', `${place}[]`);
    case 'record':
      return [...inner('keyType'), ...inner('valueType')];
    case 'pipe':
      return [...inner('in'), ...inner('out')];
    case 'nullable':
    case 'optional':
    case 'default':
      return inner('innerType');
    case 'string':
    case 'number':
    case 'boolean':
    case 'int':
    case 'unknown':
    case 'transform':
    case 'date':
      return [];
    default:
      throw new Error(`${place}: this test does not know ${def.type}`);
  }
}

const outputs = shapes.flatMap(([name, { output }]) => enumsIn(output, name));
const inputs = shapes.flatMap(([name, { input }]) => enumsIn(input, name));

test('the walk finds enumerations at every depth', () => {
  const places = outputs.map(({ place }) => place);
  for (const place of [
    'get_notifications[].type',
    'get_session.profile.role',
    'get_pending_appeals[].decision.action',
    'get_admin_stats.default_settings[]',
    'get_my_application.rejection_field',
    'preview_decision.latest.subject_type',
  ])
    expect(places).toContain(place);
});

test.each(outputs)('$place of an answer may have a value of a later release', ({ schema }) => {
  expect(z.safeParse(schema, unknown).success).toBe(true);
});

test.each(inputs)('$place of an input may not', ({ schema }) => {
  expect(z.safeParse(schema, unknown).success).toBe(false);
});

test('an open enumeration takes texts only, and names the known ones where it is described', () => {
  const schema = openEnum(['one', 'two']);
  expect(z.safeParse(schema, 1).success).toBe(false);
  expect(z.safeParse(schema, null).success).toBe(false);
  expect(z.toJSONSchema(schema)).toMatchObject({ anyOf: [{ enum: ['one', 'two'] }, { type: 'string' }] });
});
