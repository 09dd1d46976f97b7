import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { menuQuery } from '../api.ts';
import { DishCard } from './dish-card.tsx';
import { Grid, GridSkeleton } from './grid.tsx';

const failed = 'Gagal memuat menu.';

/** What a stall cooks, the sold-out dishes too. */
export function WarungMenu({ id }: { id: string }) {
  const { data, isError, isFetching, refetch, hasNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    menuQuery(id),
  );
  if (!data) {
    return isError ? (
      <EmptyState drawing="plate" title={failed} text="Periksa koneksi internet Anda, lalu coba lagi.">
        <Button onClick={() => void refetch()}>Coba lagi</Button>
      </EmptyState>
    ) : (
      <GridSkeleton count={4} />
    );
  }
  const posts = data.pages.flatMap((page) => page.posts);
  if (posts.length === 0) return <EmptyState drawing="plate" title="Warung ini belum punya menu." />;
  return (
    <>
      <Grid name="Menu">
        {posts.map((post, index) => (
          <DishCard key={post.id} post={post} first={index < 2} />
        ))}
      </Grid>
      <ListEnd
        key={posts.length}
        hasMore={hasNextPage}
        isFetching={isFetching}
        failed={isFetchNextPageError ? failed : undefined}
        onMore={() => void fetchNextPage()}
      >
        <GridSkeleton count={2} />
      </ListEnd>
    </>
  );
}
