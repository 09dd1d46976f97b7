import { bannerRatio } from '@lapau/contract/banners';
import type { Banner } from '@lapau/contract/banners';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { Photo } from '../../../ui/photos/photo.tsx';
import { deleteBanner, setBannerActive } from '../api-admin.ts';
import { bannerStatus, bannerTimes } from './banner-status.ts';

/** A banner as admins manage it. */
export function BannerCard({ banner, onEdit }: { banner: Banner; onEdit: () => void }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: ['banners'] });
  const activation = useMutation({ ...setBannerActive, onSettled: reload });
  const deletion = useMutation({ ...deleteBanner, onSettled: reload });
  const isActive = activation.isPending ? activation.variables.active : banner.is_active;
  const status = bannerStatus({ ...banner, is_active: isActive }, useNow());
  const times = bannerTimes(banner);
  return (
    <article className="grid overflow-hidden rounded-card bg-surface ring-1 ring-line ring-inset">
      <Photo src={banner.image_url} alt="Banner" ratio={bannerRatio} />
      <div className="grid gap-2 p-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={status.tone}>{status.label}</Badge>
          {times && <span className="text-small text-muted">{times}</span>}
        </p>
        {banner.link_url && <p className="truncate text-small text-muted">{banner.link_url}</p>}
        <Switch checked={isActive} onChange={(active) => activation.mutate({ banner_id: banner.id, active })}>
          Aktif
        </Switch>
        <div className="flex gap-2 *:flex-1">
          <Button variant="quiet" icon={<Pencil aria-hidden="true" className="size-5" />} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="quiet"
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={() => setIsAsking(true)}
          >
            Hapus
          </Button>
        </div>
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Hapus banner?"
        text="Banner ini hilang dari feed semua orang dan tidak dapat dikembalikan."
        verb="Hapus"
        onConfirm={(signal) => deletion.mutateAsync({ id: banner.id, signal })}
      />
    </article>
  );
}
