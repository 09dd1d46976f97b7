import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import type { InfiniteData } from '@tanstack/react-query';

/** An infinite query's pages of rows, newest first (D14). */
export type KeysetList<Row extends Before> = InfiniteData<Row[]>;

/** The cursor of the next page, or null after the last one. */
export function nextAfter(page: readonly Before[], limit: number = limits.pageSize): Before | null {
  const last = page.at(-1);
  return last && page.length >= limit ? { created_at: last.created_at, id: last.id } : null;
}
