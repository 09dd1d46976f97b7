import { savePicture } from '../../server/src/platform/files/save.ts';
import type { SavedFile } from '../../server/src/platform/files/save.ts';
import type { Platform } from '../../server/src/platform/platform.ts';
import { applications } from './applications.ts';
import { menu, notices } from './dishes.ts';
import { startDrawing } from './drawing.ts';
import type { Drawing } from './drawings.ts';
import { admin, buyers, owners } from './people.ts';
import { announcementPicture, banners } from './settings.ts';
import { stalls } from './stalls.ts';

/** The stored path of each picture, by a key of its subject that the functions below make. */
export type Gallery = Map<string, SavedFile>;

export const dishPhoto = (key: string, index: number): string => `dish ${key} ${index}`;
export const portraitOf = (email: string): string => `portrait ${email}`;
export const stallPhoto = (name: string): string => `stall ${name}`;
export const bannerPhoto = (index: number): string => `banner ${index}`;
export const sampleOf = (index: number, what: 'avatar' | 'sample'): string => `application ${index} ${what}`;
export const announcementPhoto = 'announcement';

type Picture = { name: string; stem: string; bucket: 'avatars' | 'posts'; drawing: Drawing };

/** Draws the demo's pictures and stores them like uploads, two at a time. */
export async function storePictures(
  platform: Platform,
  ids: Map<string, string>,
  signal?: AbortSignal,
): Promise<Gallery> {
  const gallery: Gallery = new Map();
  const remaining = listPictures((email) => ids.get(email) ?? '');
  const { draw, end } = startDrawing(signal);
  const storeNext = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      signal?.throwIfAborted();
      const purpose = next.name === announcementPhoto ? 'announcement' : 'photo';
      const picture = await draw(remaining.length, next.drawing, purpose);
      gallery.set(next.name, await savePicture(platform, { ...next, uploadedBy: null }, picture));
    }
  };
  try {
    await Promise.all([storeNext(), storeNext()]);
  } finally {
    end();
  }
  return gallery;
}

function listPictures(idOf: (email: string) => string): Picture[] {
  const pictures: Picture[] = [];
  const add = (name: string, bucket: Picture['bucket'], stem: string, drawing: Drawing) =>
    pictures.push({ name, bucket, stem, drawing });

  for (const { email, portrait } of [admin, ...owners, ...buyers]) {
    if (portrait) add(portraitOf(email), 'avatars', `${idOf(email)}/profile_avatar`, { person: portrait });
  }
  for (const { name, owner, avatar } of stalls) {
    add(stallPhoto(name), 'avatars', `${idOf(owner)}/warung_avatar`, { stall: avatar });
  }
  const posted = [
    ...menu.map((dish) => ({ ...dish, owner: stalls.find(({ name }) => name === dish.stall)?.owner ?? '' })),
    ...notices.map((notice) => ({ ...notice, owner: admin.email })),
  ];
  for (const [number, { key, dish, photos, firstPhoto = 0, owner }] of posted.entries()) {
    for (let index = 0; index < photos; index += 1) {
      const stem = `${idOf(owner)}/${Date.now()}-demo${number}x${index}`;
      add(dishPhoto(key, index), 'posts', stem, { dish, photo: firstPhoto + index });
    }
  }
  for (const [index, { by, warungName, sampleDish }] of applications.entries()) {
    const stem = `${idOf(by)}/${Date.now()}-demo-a${index}`;
    add(sampleOf(index, 'avatar'), 'avatars', `${stem}-avatar`, { stall: warungName });
    add(sampleOf(index, 'sample'), 'posts', `${stem}-sample`, { dish: sampleDish, photo: 0 });
  }
  for (const [index, { picture }] of banners.entries()) {
    add(bannerPhoto(index), 'avatars', `promo_banners/${crypto.randomUUID()}`, { banner: picture });
  }
  const { dish, photo } = announcementPicture;
  add(announcementPhoto, 'avatars', 'public/announcement', { dish, photo });
  return pictures;
}
