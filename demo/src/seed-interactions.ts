import { randomUUID } from 'node:crypto';
import { daysUntil, localDay } from '@lapau/contract/day';
import { placeComment } from '@lapau/contract/reply';
import type { Tx } from '../../server/src/platform/transactions/transaction.ts';
import { applications } from './applications.ts';
import { emptyChat, longChat, messages } from './chat.ts';
import { menu, notices } from './dishes.ts';
import { comments, likes, reports, saves, views } from './interactions.ts';
import { admin, buyers, owners } from './people.ts';
import { insertRows, markMessagesRead, notifyOwnersOfComments } from './queries.ts';
import { shortChats } from './short-chats.ts';
import { stalls } from './stalls.ts';
import { sampleOf } from './store-pictures.ts';
import type { Gallery } from './store-pictures.ts';

type Seeded = { ids: Map<string, string>; posts: Map<string, string>; gallery: Gallery; now: number };

export const hoursBefore = (now: number, hours: number): Date => new Date(now - hours * 3_600_000);

/** Comments, likes, saves, reports, applications and conversations of the demo's people. */
export async function seedInteractions(tx: Tx, seeded: Seeded): Promise<void> {
  const { ids, posts, now } = seeded;
  const idOf = (email: string) => ids.get(email) ?? '';
  const marks = (list: typeof likes) =>
    list.map(({ on, by }) => ({
      post_id: posts.get(on) ?? '',
      user_id: idOf(by),
      created_at: hoursBefore(now, ageOf(on) / 2),
    }));
  await insertRows(tx.db, 'likes', marks(likes));
  await insertRows(tx.db, 'saved_posts', marks(saves));
  await seedVisits(tx, seeded);
  await seedViews(tx, seeded);
  await seedComments(tx, seeded);
  await seedReports(tx, seeded);
  await seedApplications(tx, seeded);
  await seedChats(tx, seeded);
  await seedShortChats(tx, seeded);
}

const ageOf = (key: string): number => [...menu, ...notices].find((post) => post.key === key)?.hoursAgo ?? 0;
const ownerOf = (key: string): string => {
  const stall = menu.find((dish) => dish.key === key)?.stall;
  return stalls.find(({ name }) => name === stall)?.owner ?? admin.email;
};
const nameOf = (email: string): string =>
  stalls.find(({ owner }) => owner === email)?.name ??
  [admin, ...owners, ...buyers].find((person) => person.email === email)?.fullName ??
  '';

/** Notes who came on the days before today: more people each week, and nobody every day. */
async function seedVisits(tx: Tx, { ids, now }: Seeded): Promise<void> {
  const days = daysUntil(localDay(new Date(now)), 30).slice(0, -1);
  const rows = days.flatMap((day, index) =>
    [...ids.values()]
      .filter((_id, person) => (person * 7 + index * 5) % 11 < 2 + index / 4)
      .map((user_id) => ({ day, user_id })),
  );
  await insertRows(tx.db, 'daily_visits', rows);
}

/** Spreads the views of each dish over the last days on which it existed. */
async function seedViews(tx: Tx, { ids, posts, now }: Seeded): Promise<void> {
  const days = daysUntil(localDay(new Date(now)), 7).toReversed();
  const rows = views
    .filter(({ on, by }) => ownerOf(on) !== admin.email && ownerOf(on) !== by)
    .map(({ on, by }, index) => ({
      day: days[(index * 5) % Math.min(days.length, 1 + Math.floor(ageOf(on) / 24))] ?? '',
      viewer_id: ids.get(by) ?? '',
      warung_id: ids.get(ownerOf(on)) ?? '',
      post_id: posts.get(on) ?? '',
    }));
  await insertRows(tx.db, 'views', rows);
}

async function seedComments(tx: Tx, { ids, posts, now }: Seeded): Promise<void> {
  const idOf = (email: string) => ids.get(email) ?? '';
  const commentIds = new Map(comments.map(({ id }) => [id, randomUUID()]));
  const idOfComment = (id: string) => commentIds.get(id) ?? '';
  const writtenAt = (on: string, minutes: number) => hoursBefore(now, Math.max(0, ageOf(on) - minutes / 60));
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const rows = comments.map((comment) => {
    const parent = comment.replyTo === undefined ? undefined : byId.get(comment.replyTo);
    const answered = parent && {
      user_id: idOf(parent.by),
      id: idOfComment(parent.id),
      parent_id: parent.replyTo === undefined ? null : idOfComment(parent.replyTo),
      full_name: nameOf(parent.by),
      is_warung: stalls.some(({ owner }) => owner === parent.by),
    };
    const { mentioned, ...placed } = placeComment(comment.text, answered ?? null);
    return {
      id: idOfComment(comment.id),
      post_id: posts.get(comment.on) ?? '',
      user_id: idOf(comment.by),
      ...placed,
      mentions_person: mentioned !== null,
      mentioned_id: mentioned?.user_id ?? null,
      created_at: writtenAt(comment.on, comment.minutesAfterPost),
    };
  });
  await insertRows(tx.db, 'post_comments', rows);
  await notifyOwnersOfComments(tx.db);
}

async function seedReports(tx: Tx, { ids, posts, gallery, now }: Seeded): Promise<void> {
  const rows = reports.map(({ by, on, reason }, index) => {
    const dish = menu.find(({ key }) => key === on);
    const images = [...gallery].filter(([name]) => name.startsWith(`dish ${on} `)).map(([, { path }]) => path);
    return {
      reporter_id: ids.get(by) ?? '',
      reported_post_id: posts.get(on) ?? '',
      reported_user_id: ids.get(ownerOf(on)) ?? '',
      snapshot_food_name: dish?.foodName ?? on,
      snapshot_images: images,
      snapshot_owner_name: nameOf(ownerOf(on)),
      reason,
      created_at: hoursBefore(now, 3 + index),
    };
  });
  await insertRows(tx.db, 'reports', rows);
  await insertRows(
    tx.db,
    'notifications',
    reports.map(({ by }, index) => ({
      user_id: ids.get(admin.email) ?? '',
      type: 'new_report' as const,
      sender_id: ids.get(by) ?? '',
      content: `${nameOf(by)} melaporkan postingan ${rows[index]?.snapshot_food_name}.`,
      created_at: rows[index]?.created_at,
    })),
  );
}

const seedApplications = (tx: Tx, { ids, gallery, now }: Seeded) =>
  insertRows(
    tx.db,
    'seller_applications',
    applications.map((application, index) => ({
      user_id: ids.get(application.by) ?? '',
      warung_name: application.warungName,
      warung_description: application.description,
      warung_avatar_url: gallery.get(sampleOf(index, 'avatar'))?.path ?? '',
      sample_menu_image_url: gallery.get(sampleOf(index, 'sample'))?.path ?? '',
      phone_number: application.phone,
      street: application.street,
      nagari: application.nagari,
      kecamatan: 'Kapur IX',
      city: 'Lima Puluh Kota',
      province: 'Sumatera Barat',
      address: `${application.street}, Nagari ${application.nagari}, Kec. Kapur IX, Lima Puluh Kota, Sumatera Barat`,
      status: application.status,
      rejection_reason: application.rejected?.reason ?? '',
      rejection_field: application.rejected?.field ?? null,
      created_at: hoursBefore(now, 24 * application.daysAgo),
      decided_at: application.status === 'rejected' ? hoursBefore(now, 24 * application.daysAgo - 5) : null,
    })),
  );

async function seedChats(tx: Tx, { ids, now }: Seeded): Promise<void> {
  const [long, empty] = [randomUUID(), randomUUID()];
  const party = { buyer: ids.get(longChat.buyer) ?? '', seller: ids.get(longChat.seller) ?? '' };
  const opened = hoursBefore(now, messages[0]?.hoursAgo ?? 0);
  const other = { user1_id: ids.get(emptyChat.buyer) ?? '', user2_id: ids.get(emptyChat.seller) ?? '' };
  await insertRows(tx.db, 'conversations', [
    {
      id: long,
      user1_id: party.buyer,
      user2_id: party.seller,
      created_by: party.buyer,
      created_at: opened,
      active_at: opened,
    },
    { id: empty, ...other, created_by: other.user1_id, created_at: opened, active_at: opened },
  ]);
  await insertRows(
    tx.db,
    'messages',
    messages.map((message) => ({
      id: randomUUID(),
      conversation_id: long,
      sender_id: party[message.from],
      content: message.text,
      created_at: hoursBefore(now, message.hoursAgo),
    })),
  );
  await markMessagesRead(tx.db, long, longChat.unreadByBuyer);
}

async function seedShortChats(tx: Tx, { ids, posts, now }: Seeded): Promise<void> {
  for (const { buyer, seller, about, unread, messages: lines } of shortChats) {
    const id = randomUUID();
    const party = { buyer: ids.get(buyer) ?? '', seller: ids.get(seller) ?? '' };
    const opened = hoursBefore(now, lines[0]?.hoursAgo ?? 0);
    const people = { user1_id: party.buyer, user2_id: party.seller, created_by: party.buyer };
    await insertRows(tx.db, 'conversations', [{ id, ...people, created_at: opened, active_at: opened }]);
    const dish = menu.find(({ key }) => key === about);
    await insertRows(
      tx.db,
      'messages',
      lines.map((message, index) => ({
        id: randomUUID(),
        conversation_id: id,
        sender_id: party[message.from],
        content: message.text,
        created_at: hoursBefore(now, message.hoursAgo),
        ...(index === 0 && dish
          ? { post_id: posts.get(dish.key) ?? null, post_food_name: dish.foodName, post_price: dish.price }
          : { post_id: null, post_food_name: null, post_price: null }),
      })),
    );
    const count = (who: 'buyer' | 'seller') => (unread?.by === who ? unread.count : 0);
    await markMessagesRead(tx.db, id, count('buyer'), count('seller'));
  }
}
