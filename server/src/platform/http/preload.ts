import { readFileSync } from 'node:fs';
import path from 'node:path';
import { photoWidths } from '@lapau/contract/limits';
import { escapeHtml } from './escape.ts';

/** A stored photo, and how wide it shows, as an attribute `sizes`. */
export type FirstPhoto = { url: string; sizes: string };

export function imagePreload({ url, sizes }: FirstPhoto): string {
  const srcset = variantsOf(url);
  return srcset
    ? `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${srcset}" imagesizes="${sizes}">`
    : '';
}

/** A stored photo as an element that requests the same file as the web app's own. */
export function photoElement({ url, sizes }: FirstPhoto, priority: 'high' | 'low'): string {
  const srcset = variantsOf(url);
  const variants = srcset ? `sizes="${sizes}" srcset="${srcset}" ` : '';
  return `<img alt="" fetchpriority="${priority}" ${variants}src="${escapeHtml(url)}">`;
}

/** The `srcset` of a stored photo; undefined for a file that has no narrower variants. */
function variantsOf(url: string): string | undefined {
  if (!/^\/storage\/[\w/.-]+\.webp(?:\?t=\d+)?$/.test(url)) return undefined;
  return photoWidths
    .map((width, index) => {
      const variant = index === photoWidths.length - 1 ? url : url.replace('.webp', `.${width}.webp`);
      return `${variant} ${width}w`;
    })
    .join(', ');
}

/** The attribute by which Cloudflare's Rocket Loader leaves a script as it is, if it comes first: its loader does not run scripts here. */
export const leftAlone = 'data-cfasync="false"';

type Chunk = { file: string; name?: string; imports?: string[] };

/**
 * Makes the tags that load the app's code with that of one chunk. `isAfterPhoto` makes them wait for the photo of the first paint, and
 * `isRendered` has what is pressed meanwhile kept.
 * @param folder the folder of the built web app
 * @param tags the tags that the build has put into the page
 */
export function codeTags(folder: string, tags: string) {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const filesOf = (start: string | undefined) => {
    const seen = new Set(start === undefined ? [] : [start]);
    for (const key of seen) for (const imported of manifest[key]?.imports ?? []) seen.add(imported);
    return [...seen].flatMap((key) => manifest[key]?.file ?? []);
  };
  const initial = new Set(filesOf('index.html'));
  const beforeCode = (when: '' | 'async') =>
    `<script ${leftAlone} type="module" ${when} crossorigin src="/${manifest['src/app/before-code.ts']?.file}"></script>`;
  return (chunk: string | null, { isAfterPhoto, isRendered }: Record<'isAfterPhoto' | 'isRendered', boolean>) => {
    const preloads = filesOf(Object.keys(manifest).find((key) => manifest[key]?.name === chunk))
      .filter((file) => !initial.has(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const code = [tags, ...preloads].join('');
    // It looks for the photo once the page is there.
    if (isAfterPhoto) return `<template id="code">${code}</template>${beforeCode('')}`;
    return isRendered ? beforeCode('async') + code : code;
  };
}
