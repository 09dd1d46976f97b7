import { expect, test } from 'vitest';
import { addJsonFields, joinJsonList } from './json-answer.ts';
import type { Json } from './json-answer.ts';

const text = <Shape>(value: Shape) => JSON.stringify(value) as Json<Shape>;

test.each([[[]], [[1]], [['a', '"', '],[']], [[{ a: '}' }, { b: null }]]])(
  'the items %j are joined to a list',
  (items) => {
    expect(JSON.parse(joinJsonList((items as unknown[]).map((item) => text(item))))).toEqual(items);
  },
);

test.each([
  [{}, {}],
  [{}, { isLiked: true }],
  [{ name: 'Pical' }, {}],
  [{ name: 'Pical, "pedas" }' }, { isLiked: false, tags: ['}', ','] }],
  [{ nested: {} }, { price: null }],
])('%j and the fields %j make one object', (object, fields) => {
  expect(JSON.parse(addJsonFields(text<object>(object), fields))).toEqual({ ...object, ...fields });
});

test('JSON with spaces, as PostgreSQL writes it, is accepted too', () => {
  for (const object of ['{ }', '{"a" : 1}', '{"a": 1}'])
    expect(JSON.parse(addJsonFields(object as Json<object>, { b: 2 }))).toEqual({ ...JSON.parse(object), b: 2 });
});
