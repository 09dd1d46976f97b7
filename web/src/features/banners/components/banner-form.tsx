import type { Banner } from '@lapau/contract/banners';
import { externalUrl } from '@lapau/contract/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { newId } from '../../../lib/device/new-id.ts';
import { fromWibInput, readWibInput, toWibInput } from '../../../lib/format/wib-input.ts';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import type { Difference } from '../../../lib/forms/version-differences.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import type { CroppedPicture } from '../../../ui/photos/cut-out.ts';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { saveBanner } from '../api-admin.ts';
import { BannerPicture } from './banner-picture.tsx';

type BannerValues = {
  /** The picture's address, if there is one. */
  image_url: string[];
  link_url: string;
  starts_at: string;
  ends_at: string;
};

const schema = z
  .strictObject({
    image_url: z.array(z.string()).check(z.minLength(1, { error: 'Gambar banner wajib diunggah.' })),
    link_url: externalUrl,
    starts_at: z.string(),
    ends_at: z.string(),
  })
  .check(
    z.refine(({ starts_at: start, ends_at: end }) => start === '' || end === '' || start < end, {
      error: 'Waktu selesai harus sesudah waktu mulai.',
      path: ['ends_at'],
    }),
  );

const labels = {
  image_url: 'Gambar banner',
  link_url: 'Tautan (opsional)',
  starts_at: 'Mulai tampil (WIB, opsional)',
  ends_at: 'Selesai tampil (WIB, opsional)',
};

const valuesOf = ({ image_url, link_url, starts_at, ends_at }: Banner): BannerValues => ({
  image_url: image_url === '' ? [] : [image_url],
  link_url: link_url ?? '',
  starts_at: toWibInput(starts_at),
  ends_at: toWibInput(ends_at),
});

/** Shows two versions of a time as people read them. */
const withReadableTimes = (difference: Difference): Difference =>
  difference.label === labels.starts_at || difference.label === labels.ends_at
    ? {
        ...difference,
        mine: readWibInput(String(difference.mine)),
        theirs: readWibInput(String(difference.theirs)),
      }
    : difference;

const blank = (): Banner => ({
  id: newId(),
  image_url: '',
  link_url: null,
  is_active: false,
  starts_at: null,
  ends_at: null,
  version: 0,
  created_at: '',
});

/** Makes a new banner or edits one, even if another admin edits it at the same time. */
export function BannerForm({ banner, onDone }: { banner: Banner | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const { user } = useMember();
  // One form makes one banner, however often it is sent (D59).
  const [opened] = useState(() => banner ?? blank());
  const [cropped, setCropped] = useState<CroppedPicture>();
  const { form, field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: opened,
    schema,
    valuesOf,
    labels,
    draftKey: `${user.id} banner-${banner?.id ?? 'new'}`,
    mutation: saveBanner,
    inputOf: ({ image_url: [address], link_url, starts_at, ends_at }, { id, version }) => ({
      id,
      version,
      cropped: cropped?.address === address ? cropped : undefined,
      link_url,
      starts_at: fromWibInput(starts_at),
      ends_at: fromWibInput(ends_at),
    }),
    onSaved: () => void client.invalidateQueries({ queryKey: ['banners'] }),
    onDone,
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <BannerPicture
        stored={banner?.image_url}
        error={form.getFieldState('image_url', form.formState).error?.message}
        onChange={(next) => {
          setCropped(next);
          form.setValue('image_url', [next.address], { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
        }}
      />
      <InputField
        label={labels.link_url}
        type="url"
        inputMode="url"
        hint="Halaman yang terbuka saat banner diketuk."
        {...field('link_url')}
      />
      <InputField label={labels.starts_at} type="datetime-local" className="min-w-0" {...field('starts_at')} />
      <InputField
        label={labels.ends_at}
        type="datetime-local"
        className="min-w-0"
        hint="Di luar waktu itu banner tidak tampil, walaupun aktif."
        {...field('ends_at')}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} differences={conflict.differences.map(withReadableTimes)} />}
    </form>
  );
}
