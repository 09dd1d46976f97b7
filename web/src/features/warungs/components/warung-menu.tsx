import { useInfiniteQuery } from '@tanstack/react-query';
import { CardGrid } from '../../../ui/lists/card-grid.tsx';
import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { useWithoutDeleted } from '../../posts/components/use-without-deleted.ts';
import { menuQuery } from '../api.ts';
import { DishCard } from './dish-card.tsx';

/** A stall's dishes, loaded page by page. */
export function WarungMenu({ id }: { id: string }) {
  const query = useInfiniteQuery(menuQuery(id));
  const { data } = query;
  const posts = useWithoutDeleted(data?.pages.flatMap((page) => page.posts) ?? []);
  return (
    <LongList
      query={query}
      rows={data && posts}
      failed="Gagal memuat menu."
      drawing="plate"
      skeletons={<CardSkeletons count={4} />}
      nextSkeletons={<CardSkeletons count={2} />}
      empty={<EmptyState drawing="plate" title="Warung ini belum punya menu." />}
    >
      {(shown) => (
        <CardGrid name="Menu">
          {shown.map((post, index) => (
            <DishCard key={post.id} post={post} first={index < 2} />
          ))}
        </CardGrid>
      )}
    </LongList>
  );
}
