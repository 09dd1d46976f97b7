import { useInfiniteQuery } from '@tanstack/react-query';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { menuQuery } from '../api.ts';
import { DishCard } from './dish-card.tsx';

const failed = 'Gagal memuat menu.';

/** A stall's dishes, loaded page by page. */
export function WarungMenu({ id }: { id: string }) {
  const query = useInfiniteQuery(menuQuery(id));
  const { data, isError } = query;
  if (!data) {
    return isError ? (
      <LoadFailure drawing="plate" title={failed} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <CardSkeletons count={4} />
    );
  }
  const posts = data.pages.flatMap((page) => page.posts);
  if (posts.length === 0) return <EmptyState drawing="plate" title="Warung ini belum punya menu." />;
  return (
    <>
      <CardGrid name="Menu">
        {posts.map((post, index) => (
          <DishCard key={post.id} post={post} first={index < 2} />
        ))}
      </CardGrid>
      <ListEnd key={posts.length} query={query} failed={failed}>
        <CardSkeletons count={2} />
      </ListEnd>
    </>
  );
}
