import { useInfiniteQuery } from '@tanstack/react-query';
import { myMenuQuery } from '../api-menu.ts';

/** Whether one's own menu has a dish; undefined while that is not known. */
export function useHasDishes(): boolean | undefined {
  const { data } = useInfiniteQuery(myMenuQuery);
  return data && data.pages.some((page) => page.length > 0);
}
