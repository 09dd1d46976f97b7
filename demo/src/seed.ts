import { randomUUID } from 'node:crypto';
import { tidyNagari } from '@lapau/contract/area';
import { settingKeys } from '@lapau/contract/settings';
import { hashPassword } from '../../server/src/platform/passwords/passwords.ts';
import type { Platform } from '../../server/src/platform/platform.ts';
import type { Tx } from '../../server/src/platform/transactions/transaction.ts';
import { demoPassword } from './accounts.ts';
import { menu, notices } from './dishes.ts';
import { admin, buyers, owners } from './people.ts';
import { deletePost, insertRows, isInhabited, setUploader } from './queries.ts';
import { hoursBefore, seedInteractions } from './seed-interactions.ts';
import { banners, settings } from './settings.ts';
import { stalls } from './stalls.ts';
import { announcementPhoto, bannerPhoto, dishPhoto, storePictures, portraitOf, stallPhoto } from './store-pictures.ts';
import type { Gallery } from './store-pictures.ts';

/**
 * Fills an empty database with the demo data; one that has accounts is not changed. Pictures are drawn first, and then the rows are
 * inserted in one transaction: an interrupted start leaves only files without rows, which the sweep removes later.
 */
export async function seedDemo(platform: Platform, signal?: AbortSignal): Promise<void> {
  if (await isInhabited(platform.database.db)) return;
  process.stdout.write('Drawing the demo village …\n');
  const people = [admin, ...owners, ...buyers];
  const ids = new Map<string, string>(people.map(({ email }) => [email, randomUUID()]));
  const gallery = await storePictures(platform, ids, signal);
  const passwordHash = await hashPassword(demoPassword, { lane: 'owners', account: 'demo' });
  await platform.transaction(async (tx) => {
    const now = Date.now();
    await seedPeople(tx, ids, gallery, passwordHash, now);
    await seedStalls(tx, ids, gallery, now);
    await seedSuspensions(tx, ids, now);
    const posts = await seedPosts(tx, ids, gallery, now);
    await seedInteractions(tx, { ids, posts, gallery, now });
    await seedSettings(tx, gallery, now);
    for (const dish of menu) if (dish.deleted) await deletePost(tx.db, posts.get(dish.key) ?? '');
    for (const { path } of gallery.values()) {
      const owner = path.split('/', 1)[0] ?? '';
      if ([...ids.values()].includes(owner)) await setUploader(tx.db, path, owner);
    }
  });
}

async function seedPeople(tx: Tx, ids: Map<string, string>, gallery: Gallery, passwordHash: string, now: number) {
  const people = [admin, ...owners, ...buyers];
  const idOf = (email: string) => ids.get(email) ?? '';
  await insertRows(
    tx.db,
    'profiles',
    people.map((person, index) => ({
      id: idOf(person.email),
      full_name: person.fullName,
      email: person.email,
      email_verified: true,
      address: person.address,
      nagari: tidyNagari(person.nagari),
      kecamatan: person.kecamatan.trim(),
      phone: person.phone,
      avatar_url: stored(gallery, portraitOf(person.email)),
      role: person === admin ? 'admin' : owners.includes(person) ? 'penjual' : 'pembeli',
      is_suspended: person.suspended !== undefined,
      suspension_reason: person.suspended ?? '',
      created_at: hoursBefore(now, 24 * (90 - index)),
    })),
  );
  await insertRows(
    tx.db,
    'accounts',
    people.map(({ email }) => ({
      user_id: idOf(email),
      account_id: idOf(email),
      provider_id: 'credential',
      password: passwordHash,
    })),
  );
}

const seedStalls = (tx: Tx, ids: Map<string, string>, gallery: Gallery, now: number) =>
  insertRows(
    tx.db,
    'warungs',
    stalls.map((stall, index) => ({
      id: ids.get(stall.owner) ?? '',
      name: stall.name,
      bio: stall.bio ?? '',
      address: stall.address,
      avatar_url: stored(gallery, stallPhoto(stall.name)),
      phone_number: stall.phone,
      whatsapp_number: stall.whatsapp ?? '',
      is_open: stall.isOpen,
      is_suspended: stall.suspended !== undefined,
      suspension_reason: stall.suspended ?? '',
      created_at: hoursBefore(now, 24 * (80 - index)),
      updated_at: hoursBefore(now, index / 2),
    })),
  );

/** The decisions behind the suspensions, which can be appealed against, and their entries of the log. */
async function seedSuspensions(tx: Tx, ids: Map<string, string>, now: number) {
  const suspensions = [
    ...[...owners, ...buyers].map(({ email, suspended }) => ({ type: 'user' as const, email, reason: suspended })),
    ...stalls.map(({ owner, suspended }) => ({ type: 'warung' as const, email: owner, reason: suspended })),
  ].flatMap(({ type, email, reason }) => (reason === undefined ? [] : [{ type, id: ids.get(email) ?? '', reason }]));
  const created_at = hoursBefore(now, 30);
  const adminId = ids.get(admin.email) ?? '';
  await insertRows(
    tx.db,
    'decisions',
    suspensions.map(({ type, id, reason }) => ({
      subject_type: type,
      subject_id: id,
      action: 'suspend' as const,
      user_id: id,
      decided_by: adminId,
      decided_by_name: admin.fullName,
      reason,
      created_at,
    })),
  );
  await insertRows(
    tx.db,
    'audit_log',
    suspensions.map(({ type, id, reason }) => ({
      actor_id: adminId,
      actor_name: admin.fullName,
      action: type === 'user' ? 'toggle_user_suspension' : 'toggle_warung_suspension',
      target_type: type,
      target_id: id,
      target_user_id: id,
      details: JSON.stringify({ suspended: true, reason }),
      created_at,
    })),
  );
}

/** @returns the id of each post by its key */
async function seedPosts(
  tx: Tx,
  ids: Map<string, string>,
  gallery: Gallery,
  now: number,
): Promise<Map<string, string>> {
  const posts = new Map<string, string>([...menu, ...notices].map(({ key }) => [key, randomUUID()]));
  const photos = (key: string, count: number) =>
    Array.from({ length: count }, (_, index) => gallery.get(dishPhoto(key, index))).filter(
      (file) => file !== undefined,
    );
  const common = ({
    key,
    foodName,
    price,
    description,
    isOpen,
    hoursAgo,
    photos: count,
  }: (typeof notices)[number] | (typeof menu)[number]) => ({
    id: posts.get(key) ?? '',
    food_name: foodName,
    price,
    description,
    is_open: isOpen,
    images: photos(key, count).map(({ path }) => path),
    placeholders: photos(key, count).map(({ placeholder }) => placeholder),
    created_at: hoursBefore(now, hoursAgo),
  });
  await insertRows(tx.db, 'posts', [
    ...menu.map((dish) => {
      const stall = stalls.find(({ name }) => name === dish.stall);
      const owner = owners.find(({ email }) => email === stall?.owner);
      return {
        ...common(dish),
        user_id: ids.get(stall?.owner ?? '') ?? '',
        seller_name: dish.stall,
        location: owner?.nagari ?? '',
        phone_number: stall?.phone ?? '',
        whatsapp_number: stall?.whatsapp ?? '',
      };
    }),
    ...notices.map((notice) => ({
      ...common(notice),
      user_id: ids.get(admin.email) ?? '',
      is_admin_post: true,
      seller_name: notice.sellerName ?? settings.site_title,
      link_url: notice.linkUrl,
    })),
  ]);
  return posts;
}

async function seedSettings(tx: Tx, gallery: Gallery, now: number) {
  const values: Partial<Record<string, string>> = settings;
  await insertRows(
    tx.db,
    'app_settings',
    settingKeys.flatMap((key) => {
      const value = key === 'announcement_image_url' ? (stored(gallery, announcementPhoto) ?? '') : values[key];
      return value === undefined ? [] : [{ key, value }];
    }),
  );
  await insertRows(
    tx.db,
    'promo_banners',
    banners.map((banner, index) => ({
      image_url: gallery.get(bannerPhoto(index))?.path ?? '',
      link_url: banner.linkUrl,
      is_active: banner.isActive,
      created_at: hoursBefore(now, 24 * (banners.length - index)),
    })),
  );
}

/** The path of a picture with its timestamp, as rows name replaceable files. */
const stored = (gallery: Gallery, name: string): string | null =>
  gallery.get(name)?.url.replace('/storage/avatars/', '') ?? null;
