import type { Database } from '../../platform/database/database.ts';
import type { SharedPost } from '../posts/rules.ts';

/** How many dishes a stranger sees beside what the link leads to. */
const shownDishes = 3;

type Beside = {
  nagari: string;
  /** The dish that shows already. */
  dishId: string | undefined;
  /** The stall whose dishes come first, if the link leads to a stall. */
  stallId: string | undefined;
};

/** Selects the newest open dishes of the last day that match a condition; an index has each condition's dishes by time. */
const newestOpen = (condition: string, isOwn: boolean) => `
  (select id, created_at, ${isOwn} as is_own from all_posts
   where ${condition} and visible and not is_admin_post and created_at > now() - interval '1 day'
     and is_open_now(is_open, reopens_at) and id is distinct from $1
   order by created_at desc, id desc limit ${shownDishes})`;

/** The statement that finds open dishes of the last day in a nagari ($2), those of a stall ($3) first if one is given. */
export const dishesBeside = `
  select f.id, f.shared::text as shared
  from (
    ${newestOpen('user_id = $3', true)}
    union all
    ${newestOpen('nagari_key = nagari_key($2) and user_id is distinct from $3', false)}
    order by is_own desc, created_at desc, id desc limit ${shownDishes}
  ) page join feed_posts f on f.id = page.id
  order by page.is_own desc, page.created_at desc, page.id desc`;

/** Finds the dishes that a stranger sees beside what a link leads to, as every reader sees them. */
export const findDishesBeside = (database: Database, { nagari, dishId, stallId }: Beside): Promise<SharedPost[]> =>
  database.query<SharedPost>(dishesBeside, [dishId ?? null, nagari, stallId ?? null]);
