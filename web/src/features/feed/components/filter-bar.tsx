import { useQuery } from '@tanstack/react-query';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Select } from '../../../ui/select.tsx';
import { nagariQuery } from '../api.ts';

type FilterBarProps = {
  search: string;
  onSearch: (search: string) => void;
  nagari: string;
  onNagari: (nagari: string) => void;
};

/** Search box and nagari filter, sticky while the list scrolls. */
export function FilterBar({ search, onSearch, nagari, onNagari }: FilterBarProps) {
  const { data: options = [] } = useQuery(nagariQuery);
  const nagariNames = options.map((option) => option.nagari);
  return (
    <div className="sticky top-(--below-top-bar) z-10 grid gap-2 bg-background px-3 py-2">
      <SearchBox value={search} onChange={onSearch} placeholder="Cari makanan atau warung..." />
      <Select aria-label="Nagari" value={nagari} onChange={(event) => onNagari(event.target.value)}>
        <option value="">Semua Nagari</option>
        {/* The URL may name a nagari that has no stalls any more. */}
        {nagari !== '' && !nagariNames.includes(nagari) && <option>{nagari}</option>}
        {nagariNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </div>
  );
}
