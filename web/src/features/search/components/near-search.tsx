import type { QueryKey } from '@tanstack/react-query';
import { useSpellingsRealtime } from '../realtime.ts';

type NearSearchProps = {
  /** The search, which matches no name as it was typed. */
  search: string;
  /** The name that is shown instead; undefined while it loads, null when nothing is near. */
  name: string | null | undefined;
  /** Shows only exact matches of the search, which are none. */
  onExact: () => void;
  /** The key of the list, which follows the spellings too. */
  queryKey: QueryKey;
};

/** The line above what a search may have meant: it names it, and leads to the search as it was typed. */
export function NearSearch({ search, name, onExact, queryKey }: NearSearchProps) {
  useSpellingsRealtime(queryKey);
  return (
    // The space is kept while the list is loading, so that the cards below do not move.
    <div className={name === null ? undefined : 'flex min-h-11 flex-wrap items-center gap-x-4 pt-1 text-small'}>
      <p role="status" className="own-box min-w-0 text-muted">
        {name && (
          <span>
            Menampilkan hasil untuk <bdi className="font-bold text-text">{name}</bdi>
          </span>
        )}
      </p>
      {name && (
        <button
          type="button"
          onClick={onExact}
          className="own-box -ml-2 min-h-11 min-w-0 rounded-small px-2 py-2 text-left font-semibold wrap-anywhere text-gold active:opacity-70"
        >
          Cari tepat &quot;<bdi>{search}</bdi>&quot;
        </button>
      )}
    </div>
  );
}
