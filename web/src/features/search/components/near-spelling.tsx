import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { nearSpellingKey, nearSpellingQuery } from '../api.ts';
import type { EmptySearch } from '../api.ts';
import { useSpellingsRealtime } from '../realtime.ts';

/** In an empty list: a button that searches for the nearest spelling, if there is one (D55). */
export function NearSpelling({ onSearch, ...search }: EmptySearch & { onSearch: (search: string) => void }) {
  const { data: suggestion, isPending } = useQuery(nearSpellingQuery(search));
  useSpellingsRealtime(nearSpellingKey);
  return (
    // The space is kept while the offer is loading, so that the buttons below do not move.
    <div role="status" className={suggestion || isPending ? 'min-h-11 w-full' : 'sr-only'}>
      {suggestion && <Button onClick={() => onSearch(suggestion)}>Mungkin maksud Anda: {suggestion}</Button>}
    </div>
  );
}
