import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import type { InfiniteData } from '@tanstack/react-query';

/** Rows of an endless list, newest first, a page each (D14). */
export type KeysetList<Row extends Before> = InfiniteData<Row[]>;

/** Where a list goes on after its last page, or null at its end. */
export function nextAfter(page: readonly Before[], limit: number = limits.pageSize): Before | null {
  const last = page.at(-1);
  return last && page.length >= limit ? { created_at: last.created_at, id: last.id } : null;
}
