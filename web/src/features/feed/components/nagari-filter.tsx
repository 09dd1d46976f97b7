import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MapPin } from 'lucide-react';
import { createLazyCode, useLazyCode } from '../../../lib/device/lazy-code.ts';
import { searchControlStyles } from '../../../ui/fields/search-box.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { nagariQuery } from '../api.ts';

/** The code that compares spellings, which few addresses need. */
const comparing = createLazyCode(async () => (await import('@lapau/contract/area')).isSameNagari);

type NagariFilterProps = {
  nagari: string;
  onNagari: (nagari: string) => void;
  /** Whether to count the dishes of /foods, not the posts of the feed. */
  foods?: boolean;
};

/**
 * Chooses the nagari whose posts a list shows, with their number. The filter is as wide as the chosen text: the browser's select lies
 * over it. On a phone a pin stands for all nagari, so that the search box beside it has room for its placeholder.
 */
export function NagariFilter({ nagari, onNagari, foods = false }: NagariFilterProps) {
  const { data = [] } = useQuery(nagariQuery);
  const options = data
    .map((option) => ({ name: option.nagari, count: foods ? option.open_count : option.count }))
    .filter(({ count }) => count > 0);
  // The URL may spell the nagari in another way.
  const isOther = nagari !== '' && options.length > 0 && !options.some(({ name }) => name === nagari);
  const compare = useLazyCode(comparing, isOther);
  const same =
    isOther && compare.status === 'ready' ? options.find(({ name }) => compare.code(name, nagari)) : undefined;
  const chosen = same?.name ?? nagari;
  return (
    <div className="relative max-w-[45%] shrink-0">
      <select
        aria-label="Nagari"
        value={chosen}
        onChange={(event) => onNagari(event.target.value)}
        className="peer absolute inset-0 size-full appearance-none text-base opacity-0"
      >
        <option value="">Semua Nagari</option>
        {/* The URL may name a nagari that has no dishes any more. */}
        {chosen !== '' && !options.some(({ name }) => name === chosen) && <option>{chosen}</option>}
        {options.map(({ name, count }) => (
          <option key={name} value={name}>{`${name} (${count.toLocaleString('id')})`}</option>
        ))}
      </select>
      <span
        aria-hidden="true"
        className={classNames(
          searchControlStyles,
          'flex items-center gap-1 pr-2 pl-3.5 text-small peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-gold',
          nagari !== '' && 'font-semibold text-gold',
        )}
      >
        {nagari === '' && <MapPin className="size-5 shrink-0 text-muted min-[27.5rem]:hidden" />}
        <span dir="auto" className={classNames('truncate', nagari === '' && 'max-[27.5rem]:hidden')}>
          {chosen || 'Semua Nagari'}
        </span>
        <ChevronDown className="size-5 shrink-0 text-muted" />
      </span>
    </div>
  );
}
