import type { Banner } from '@lapau/contract/banners';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { bannerListQuery } from '../api-admin.ts';
import { BannerCard } from '../components/banner-card.tsx';
import { useBannersRealtime } from '../realtime.ts';

const BannerForm = lazyPart(async () => (await import('../components/banner-form.tsx')).BannerForm);

/** The banners of the feed: adds, edits, deletes them, and says which one is active. */
export function BannersScreen() {
  const query = useInfiniteQuery(bannerListQuery);
  const [edited, setEdited] = useState<Banner | 'new'>();
  useBannersRealtime();
  return (
    <div className="px-3 pb-6">
      <ScreenTitle title="Manajemen Promosi" backTo="/admin" />
      <p className="pb-3 text-small text-muted">
        Satu banner aktif tampil di atas feed. Mengaktifkan satu banner menonaktifkan yang lain.
      </p>
      <Button
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => setEdited('new')}
        className="mb-4 max-lg:w-full"
      >
        Tambah banner
      </Button>
      <LongList
        query={query}
        rows={query.data?.pages.flat()}
        failed="Gagal memuat data banner."
        drawing="plate"
        skeletons={<BannerSkeletons />}
        empty={
          <EmptyState drawing="plate" title="Belum ada banner." text="Tambahkan gambar yang ingin tampil di feed." />
        }
      >
        {(banners) => (
          <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
            {banners.map((banner) => (
              <BannerCard key={banner.id} banner={banner} onEdit={() => setEdited(banner)} />
            ))}
          </div>
        )}
      </LongList>
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? 'Tambah banner' : 'Edit banner'}
      >
        {edited && <BannerForm banner={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </div>
  );
}

const BannerSkeletons = () => (
  <LoadingSkeletons count={3} className="grid gap-3 lg:grid-cols-2">
    <Skeleton className="h-60 rounded-card" />
  </LoadingSkeletons>
);
