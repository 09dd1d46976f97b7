import { expect, test } from 'vitest';
import { jsonObject } from './json-object.ts';

test('an object compiles with all fields of its shape and no other', () => {
  type Shape = { id: string; count: number | null };
  expect(jsonObject<Shape>({ id: 'p.id', count: '1 + 1' })).toBe(`json_build_object('id', p.id, 'count', 1 + 1)`);
  // @ts-expect-error: count is missing
  jsonObject<Shape>({ id: 'p.id' });
  // @ts-expect-error: the shape has no name
  jsonObject<Shape>({ id: 'p.id', count: '1', name: 'p.name' });
});
