import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { meantScreen } from './links.ts';
import { id, line } from './text.ts';

const previewPhoto = z.nullable(z.strictObject({ url: z.string(), placeholder: z.string() }));

/** A dish that a stranger sees beside what the link leads to. */
const dishBeside = z.strictObject({
  /** `/post/<id>`. */
  path: z.string(),
  name: z.string(),
  /** The name of the dish's stall. */
  seller: z.string(),
  price: z.string(),
  photo: previewPhoto,
});
export type DishBeside = z.infer<typeof dishBeside>;

/** What somebody without a session may learn about the dish or stall that a link leads to. */
const linkPreview = z.strictObject({
  /** `/post/<id>` or `/warungs/<id>`. */
  path: z.string(),
  /** The name of the dish or of the stall. */
  name: z.string(),
  /** The name of the dish's stall; empty for a stall, and for a dish without one. */
  seller: z.string(),
  price: z.string(),
  nagari: z.string(),
  photo: previewPhoto,
  /** Up to three open dishes of the last day in the same nagari, those of a stall first if the link leads to one (D108). */
  more: z.optional(z.array(dishBeside)),
});
export type LinkPreview = z.infer<typeof linkPreview>;

/** The preview of a path; null where there is nothing to tell, and for all paths while link_previews is off. */
export const get_link_preview = call({
  access: 'public',
  writes: false,
  input: z.strictObject({ path: line(limits.url) }),
  output: z.nullable(linkPreview),
  errors: [],
});

/** The dish or stall of a link; `path` is always written `/post/<id>` or `/warungs/<id>`. */
export type LinkTarget = { kind: 'post' | 'warungs'; id: string; path: string };

/** The dish or the stall that a path of the app leads to, or was meant to. */
export function linkTarget(path: string): LinkTarget | undefined {
  const [, kind, given] = /^\/(post|warungs)\/([^/?#]+)\/?(?:[?#]|$)/.exec(meantScreen(path) ?? path) ?? [];
  const { data } = id.safeParse(given);
  return kind && data ? { kind: kind as LinkTarget['kind'], id: data, path: `/${kind}/${data}` } : undefined;
}

/** The JPEG of a preview, for chat apps. Its address changes with the photo. */
export const previewPicturePath = ({ path, photo }: LinkPreview): string | null =>
  photo && `/previews${path}.jpg?v=${encodeURIComponent(photo.url.replace(/^.*\//, ''))}`;
