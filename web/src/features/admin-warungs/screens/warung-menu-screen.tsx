import type { MenuPost } from '@lapau/contract/posts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { CardGrid } from '../../../ui/lists/card-grid.tsx';
import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { adminMenuQuery, adminWarungQuery } from '../api.ts';
import { AdminDishCard } from '../components/admin-dish-card.tsx';
import { dishQuestion } from '../components/questions.ts';
import { useAdminMenuRealtime } from '../realtime.ts';

const DishEditForm = lazyPart(async () => (await import('../components/dish-edit-form.tsx')).DishEditForm);

/** The menu of any stall: adds, edits and deletes dishes. */
export function WarungMenuScreen() {
  const { warungId = '' } = useParams();
  const name = useQuery(adminWarungQuery(warungId));
  useAdminMenuRealtime(warungId);
  const title = name.isError ? 'Warung Tidak Ditemukan' : `Kelola Menu ${name.data?.name ?? ''}`.trim();
  return (
    <div className="px-3 pb-6">
      <ScreenTitle title={title} pageTitle={name.isError ? title : 'Kelola Menu'} backTo="/admin/warungs" />
      <LinkButton
        to={`/admin/warungs/${warungId}/add-menu`}
        icon={<Plus aria-hidden="true" className="size-5" />}
        className="mb-4 max-lg:w-full"
      >
        Tambah Menu
      </LinkButton>
      <WarungMenu warungId={warungId} />
    </div>
  );
}

function WarungMenu({ warungId }: { warungId: string }) {
  const client = useQueryClient();
  const menu = adminMenuQuery(warungId);
  const query = useInfiniteQuery(menu);
  const [edited, setEdited] = useState<MenuPost>();
  const { ask, dialog } = useDecision();
  const reload = () => void client.invalidateQueries({ queryKey: menu.queryKey });
  return (
    <>
      {dialog}
      <LongList
        query={query}
        rows={query.data?.pages.flat()}
        failed="Gagal memuat menu."
        drawing="plate"
        skeletons={<CardSkeletons count={4} hasActions />}
        nextSkeletons={<CardSkeletons count={2} hasActions />}
        empty={
          <EmptyState drawing="plate" title="Warung ini belum punya menu." text={'Klik "Tambah Menu" untuk memulai.'} />
        }
      >
        {(dishes) => (
          <>
            <CardGrid name="Menu">
              {dishes.map((dish, index) => (
                <AdminDishCard
                  key={dish.id}
                  dish={dish}
                  first={index < 2}
                  onEdit={() => setEdited(dish)}
                  onDelete={() => ask(dishQuestion(dish))}
                />
              ))}
            </CardGrid>
            <Dialog open={edited !== undefined} onClose={() => setEdited(undefined)} title="Edit Menu">
              {edited && (
                <DishEditForm
                  key={edited.id}
                  dish={edited}
                  onDone={() => {
                    setEdited(undefined);
                    reload();
                  }}
                />
              )}
            </Dialog>
          </>
        )}
      </LongList>
    </>
  );
}
