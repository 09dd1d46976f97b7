import { SearchBar } from '../../../ui/fields/search-bar.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import type { Typing } from '../../../ui/fields/use-typing.ts';
import { NagariFilter } from './nagari-filter.tsx';

type FilterBarProps = {
  search: string;
  onSearch: (search: string) => void;
  nagari: string;
  onNagari: (nagari: string) => void;
  typing: Typing;
  foods?: boolean;
};

/** Search box and nagari filter of a list of posts. */
export const FilterBar = ({ search, onSearch, typing, ...nagari }: FilterBarProps) => (
  <SearchBar isTyping={typing.isTyping}>
    <SearchBox value={search} onChange={onSearch} placeholder="Cari makanan atau warung..." {...typing.handlers} />
    <NagariFilter {...nagari} />
  </SearchBar>
);
