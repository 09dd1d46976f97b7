import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import type { Page } from '@playwright/test';
import type * as z from 'zod/mini';

/** A value that only a later release knows. */
export const unknown = 'later_release';

type Def = { type: string; options: z.ZodMiniType[]; shape: Record<string, z.ZodMiniType> } & Record<
  'element' | 'innerType',
  z.ZodMiniType
>;

/** An answer with the unknown value in every field that is an enumeration. */
function withUnknown(schema: z.ZodMiniType, value: unknown): unknown {
  const def = schema.def as unknown as Def;
  if (value === null || value === undefined) return value;
  if (def.type === 'union') return def.options.some((option) => option.def.type === 'enum') ? unknown : value;
  if (def.type === 'nullable' || def.type === 'optional') return withUnknown(def.innerType, value);
  if (def.type === 'array') return (value as unknown[]).map((one) => withUnknown(def.element, one));
  if (def.type !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, def.shape[key] ? withUnknown(def.shape[key], inner) : inner]),
  );
}

/**
 * From now on a page's calls are answered as by a server of a later release.
 * @param role the role of the person who is signed in, if it is to be a known one
 */
export const answerAsLaterRelease = (page: Page, role?: string): Promise<unknown> =>
  page.route('**/rpc/*', async (route) => {
    const name = new URL(route.request().url()).pathname.slice('/rpc/'.length) as CallName;
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const json = withUnknown(calls[name].output, await response.json());
    if (name === 'get_session' && role !== undefined && json !== null)
      Object.assign((json as { profile: object }).profile, { role });
    await route.fulfill({ response, json });
  });
