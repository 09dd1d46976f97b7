import { SearchBar } from '../../../ui/fields/search-bar.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';

const ignore = () => {};

/** The skeleton of the stalls until the screen's code has loaded. */
export const WarungListSkeleton = () => (
  <>
    <Heading>Warung</Heading>
    {/* The search bar is inert, as a text typed into it would be lost. */}
    <div inert className="contents">
      <SearchBar isTyping={false}>
        <SearchBox value="" onChange={ignore} placeholder="Cari nama warung..." />
      </SearchBar>
    </div>
    <div className="px-3 pt-1">
      <CardSkeletons count={6} />
    </div>
  </>
);
