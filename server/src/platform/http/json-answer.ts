import type { CallName, CallOutput } from '@lapau/contract/calls';

declare const shape: unique symbol;

/** JSON text of a value of that shape, built by PostgreSQL: only the statement that makes it guarantees the shape. */
export type Json<Shape> = string & { readonly [shape]: Shape };

/**
 * A call's answer that is JSON text already and is sent as it is: not parsing and building it again saves two thirds of a page's time
 * in Node. It is for reads that the bench measures, and reads that share their statements; every other call answers with values.
 */
export class JsonAnswer<Name extends CallName> {
  readonly text: Json<CallOutput<Name>>;
  constructor(text: Json<CallOutput<Name>>) {
    this.text = text;
  }
}

export const joinJsonList = <Item>(items: Json<Item>[]): Json<Item[]> => `[${items.join(',')}]` as Json<Item[]>;

/** Adds fields to the text of an object, without parsing it. Fields that it has already must not be among them. */
export function addJsonFields<Shape extends object, Fields extends object>(
  object: Json<Shape>,
  fields: Fields,
): Json<Shape & Fields> {
  const added = JSON.stringify(fields).slice(1, -1);
  const separator = added === '' || /^\s*\{\s*\}$/.test(object) ? '' : ',';
  return `${object.slice(0, -1)}${separator}${added}}` as Json<Shape & Fields>;
}
