import type { MenuPost } from '@lapau/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenActions } from '../../../ui/buttons/screen-actions.tsx';
import { CardGrid } from '../../../ui/lists/card-grid.tsx';
import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { postDeletions } from '../api-deletions.ts';
import { menuPosts, myMenuQuery } from '../api-menu.ts';
import { sendingDishes } from '../composer/sending-dishes.ts';
import { useMyMenuRealtime } from '../realtime.ts';
import { MyDishCard } from './my-dish-card.tsx';
import { SendingDishesList } from './sending-dishes-list.tsx';
import { useMarkDishes } from './use-mark-dishes.ts';
import type { MarkAs } from './use-mark-dishes.ts';

const addPath = '/my-warung/tambah-menu';
/** A skeleton has these lines: name, price and switch. */
const switchLines = ['h-5', 'my-2 h-5 w-3/5', 'h-9'];

/** One's own dishes, each with its switch; several can be marked together. */
export function MyMenu({ warungId }: { warungId: string }) {
  const query = useInfiniteQuery(myMenuQuery);
  const { data } = query;
  const { changes, waiting, later, mark, markTogether, marked } = useMarkDishes(warungId);
  const deletions = usePendingChanges(postDeletions);
  const sending = useOutboxEntries(sendingDishes);
  const now = useNow();
  useMyMenuRealtime(warungId);
  /** The ids of the selected dishes while several are being selected. */
  const [selected, setSelected] = useState<ReadonlySet<string>>();

  const posts = data && menuPosts(data, changes, deletions, new Date(now));
  const chosen = posts?.filter(({ id }) => selected?.has(id)) ?? [];

  function toggle({ id }: MenuPost) {
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }
  function markChosen(as: MarkAs) {
    markTogether(chosen, as);
    setSelected(undefined);
  }
  return (
    <>
      <SendingDishesList />
      <LongList
        query={query}
        rows={posts}
        failed="Gagal memuat menu."
        drawing="plate"
        skeletons={
          <>
            <div className="flex min-h-14 items-center">
              <Skeleton className="ml-auto h-11 w-36 rounded-control" />
            </div>
            <CardSkeletons count={4} photo="aspect-video" lines={switchLines} />
          </>
        }
        nextSkeletons={<CardSkeletons count={2} photo="aspect-video" lines={switchLines} />}
        empty={
          // The first dish may be one of those above that are not posted yet.
          sending.length === 0 && (
            <EmptyState
              drawing="plate"
              title="Warung ini belum punya menu."
              text="Pasang foto makanan pertama Anda, dan tetangga langsung melihatnya."
            >
              <LinkButton to={addPath}>Tambah Menu</LinkButton>
            </EmptyState>
          )
        }
      >
        {(shown) => (
          <>
            <div
              data-covers="top"
              className="sticky top-(--below-top-bar) z-10 -mx-3 flex min-h-14 flex-wrap items-center gap-x-2 bg-background px-3 py-1.5"
            >
              {selected || marked ? (
                <p role="status" className="min-w-0 flex-1 basis-24 leading-tight">
                  {selected ? `${chosen.length} dipilih` : marked?.text}
                </p>
              ) : (
                // The dishes below make a visible title needless; large text has no room for it beside the buttons.
                <h2 className="sr-only">Menu</h2>
              )}
              {selected ? (
                <Button variant="quiet" onClick={() => setSelected(undefined)}>
                  Batal
                </Button>
              ) : marked ? (
                <>
                  {marked.as === 'sold_out' && (
                    <Button variant="quiet" onClick={() => markTogether(marked.dishes, 'sold_out_today')}>
                      Hanya hari ini
                    </Button>
                  )}
                  <Button variant="quiet" onClick={marked.undo}>
                    Urungkan
                  </Button>
                </>
              ) : (
                <>
                  <Button variant="quiet" onClick={() => setSelected(new Set())}>
                    Pilih
                  </Button>
                  <LinkButton to={addPath} icon={<Plus aria-hidden="true" className="size-5" />} className="ml-auto">
                    Tambah Menu
                  </LinkButton>
                </>
              )}
            </div>
            <CardGrid name="Menu">
              {shown.map((post, index) => (
                <MyDishCard
                  key={post.id}
                  post={post}
                  first={index < 2}
                  isStuck={waiting.has(post.id)}
                  later={later}
                  isSelected={selected?.has(post.id)}
                  onSelect={toggle}
                  onMark={mark}
                  onDelete={({ id }) => postDeletions.submit({ id })}
                />
              ))}
            </CardGrid>
          </>
        )}
      </LongList>
      {selected && posts && posts.length > 0 && (
        <ScreenActions>
          <Button variant="quiet" disabled={chosen.length === 0} onClick={() => markChosen('open')} className="flex-1">
            Tandai tersedia
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => markChosen('sold_out')} className="flex-1">
            Tandai habis
          </Button>
        </ScreenActions>
      )}
    </>
  );
}
