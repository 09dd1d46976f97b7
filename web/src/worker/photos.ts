import { get, set } from 'idb-keyval';
import { createDeviceDatabase } from '../lib/device/device-database.ts';
import { inTime } from '../lib/device/in-time.ts';
import { isBeyondNow } from '../lib/device/noted-time.ts';
import { isCanvasTrue } from '../lib/uploads/true-canvas.ts';
import type { Surface } from '../lib/uploads/true-canvas.ts';

/*
 * The photos that the signed-in account has seen, up to 640 px wide, for when there is no signal. One variant of each photo is
 * stored under the address of its full size. When there are too many the least recently used go first.
 */

const cacheName = 'photos';
const maxBytes = 30 * 1024 * 1024;
const maxWidth = 640;

type Index = {
  /** The account whose photos these are; null while nobody is signed in, and nothing is stored. */
  account: string | null;
  /** The size in bytes and the last use, in milliseconds since 1970, by address. */
  photos: Map<string, { bytes: number; usedAt: number }>;
};

const { inStore } = createDeviceDatabase('worker', 'worker');

let opening: Promise<Index> | undefined;

/** The index as it is in memory, read once: the worker is the only one that writes it. */
const openIndex = (): Promise<Index> =>
  (opening ??= inStore((store) => get<Index>('photos', store)).then(
    (stored) => stored ?? { account: null, photos: new Map() },
  ));

/** Saves the index. A device that cannot store it keeps photos for as long as the worker runs. */
const saveIndex = (index: Index) => inStore((store) => set('photos', index, store));

/** The account that is signed in here, as far as the device knows; null for nobody. */
export const knownAccount = async (): Promise<string | null> => (await openIndex()).account;

/** Whether somebody is signed in here, as far as the device knows. */
export const isMemberKnown = async (): Promise<boolean> => (await knownAccount()) !== null;

/** The address of a photo's full size, and how wide the requested variant is: undefined for the full size. */
function variantOf(address: string): { full: string; width: number | undefined } {
  const [, name = address, width, rest = ''] = /^(.*?)(?:\.(\d+))?(\.webp(?:\?.*)?)$/.exec(address) ?? [];
  return { full: name + rest, width: width === undefined ? undefined : Number(width) };
}

/** Stores this account's photos from now on; those of another account go. */
export async function keepPhotosOf(account: string | null): Promise<void> {
  const index = await openIndex();
  if (index.account === account) return;
  // Photos that are on their way are then not stored.
  index.account = account;
  index.photos.clear();
  await inTime(caches.delete(cacheName)).catch(() => false);
  await saveIndex(index);
}

/**
 * Answers a photo. A small one comes from the device if it is there; another one comes from the network, and from the device if that fails.
 * A photo from the network is stored after the answer.
 * @param later takes work that the answer does not wait for
 */
export async function answerPhoto(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
  const address = addressOf(request.url);
  const { full, width } = variantOf(address);
  const kept = await inTime(findPhoto(full)).catch(() => undefined);
  if (kept && width !== undefined) {
    later(noteUse(full));
    return kept;
  }
  try {
    const response = await fetch(request);
    if (response.ok && !kept) later(keep(full, width, response.clone()));
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

const findPhoto = async (full: string): Promise<Response | undefined> => (await caches.open(cacheName)).match(full);

/** Stores photos that a page has shown; the browser's own cache answers them. */
export async function keepPhotos(addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const { full, width } = variantOf(address);
    if (await findPhoto(full)) continue;
    const response = await fetch(address, { cache: 'force-cache' });
    if (response.ok) await keep(full, width, response);
  }
}

const addressOf = (url: string): string => url.slice(new URL(url).origin.length);

async function keep(full: string, width: number | undefined, response: Response): Promise<void> {
  const index = await openIndex();
  const { account } = index;
  if (account === null) return;
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('image/')) return;
  const photo = await response.blob();
  const small = width === undefined ? await shrink(photo) : photo;
  // Somebody else may have signed in meanwhile, or nobody.
  if (index.account !== account) return;
  const headers = { 'content-type': small.type || type };
  await (await caches.open(cacheName)).put(full, new Response(small, { headers }));
  index.photos.set(full, { bytes: small.size, usedAt: Date.now() });
  await dropLeastRecentlyUsed(index);
  await saveIndex(index);
}

async function noteUse(full: string): Promise<void> {
  const index = await openIndex();
  const photo = index.photos.get(full);
  if (!photo) return;
  photo.usedAt = Date.now();
  await saveIndex(index);
}

async function dropLeastRecentlyUsed(index: Index): Promise<void> {
  const usedAt = ({ usedAt: noted }: { usedAt: number }) => (isBeyondNow(noted) ? 0 : noted);
  const oldestFirst = [...index.photos].sort(([, one], [, other]) => usedAt(one) - usedAt(other));
  let bytes = oldestFirst.reduce((sum, [, photo]) => sum + photo.bytes, 0);
  const cache = await caches.open(cacheName);
  for (const [full, photo] of oldestFirst) {
    if (bytes <= maxBytes) return;
    bytes -= photo.bytes;
    index.photos.delete(full);
    await cache.delete(full);
  }
}

/** Makes a photo at most 640 px wide; it stays as it is where the browser cannot do that. */
async function shrink(photo: Blob): Promise<Blob> {
  if (!('OffscreenCanvas' in self)) return photo;
  const picture = await createImageBitmap(photo).catch(() => undefined);
  if (!picture || picture.width <= maxWidth || !(await isCanvasTrue(createSurface))) {
    picture?.close();
    return photo;
  }
  const canvas = new OffscreenCanvas(maxWidth, Math.round((picture.height * maxWidth) / picture.width));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const small = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
  // A browser that cannot write WebP writes PNG, which is larger.
  return small.type === 'image/webp' ? small : photo;
}

function createSurface(edge: number): Surface | undefined {
  const canvas = new OffscreenCanvas(edge, edge);
  const context = canvas.getContext('2d');
  return context ? { context, encode: () => canvas.convertToBlob({ type: 'image/jpeg' }) } : undefined;
}
