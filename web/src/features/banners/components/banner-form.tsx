import type { Banner } from '@lapau/contract/banners';
import { externalUrl } from '@lapau/contract/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format/local-time.ts';
import { useMember } from '../../../lib/session.tsx';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { Button } from '../../../ui/button.tsx';
import { cutOut } from '../../../ui/cut-out.ts';
import { InputField } from '../../../ui/input-field.tsx';
import { saveBanner } from '../api-admin.ts';
import { BannerPicture } from './banner-picture.tsx';
import type { CroppedPicture } from './banner-picture.tsx';

/** Longest edge of the uploaded picture, in pixels: the column of a phone with three pixels a dot. */
const uploadEdge = 1080;

const schema = z.strictObject({ link_url: externalUrl, starts_at: z.string(), ends_at: z.string() }).check(
  z.refine(({ starts_at: start, ends_at: end }) => start === '' || end === '' || start < end, {
    error: 'Waktu selesai harus sesudah waktu mulai.',
    path: ['ends_at'],
  }),
);

type BannerTexts = { link_url: string; starts_at: string; ends_at: string };

/** Makes a new banner, or edits one. */
export function BannerForm({ banner, onDone }: { banner: Banner | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const { user } = useMember();
  const texts = {
    link_url: banner?.link_url ?? '',
    starts_at: toLocalInput(banner?.starts_at ?? null),
    ends_at: toLocalInput(banner?.ends_at ?? null),
  };
  const { form, field, submit } = useSchemaForm<BannerTexts>(schema, { defaultValues: texts });
  useFormDraft(`${user.id} banner-${banner?.id ?? 'new'}`, form, texts);
  const [cropped, setCropped] = useState<CroppedPicture>();
  const [pictureError, setPictureError] = useState<string>();
  const { mutate, isPending } = useMutation({
    ...saveBanner,
    onSuccess: async (...saved) => {
      saveBanner.onSuccess?.(...saved);
      // Nothing typed is left, which deletes the draft.
      form.reset(texts);
      onDone();
      await client.invalidateQueries({ queryKey: ['banners'] });
    },
    onError: (error) => showFieldErrors(error, form),
  });

  const isMissing = !cropped && !banner;
  async function save({ link_url, starts_at, ends_at }: BannerTexts) {
    if (isMissing) return;
    const photo = cropped && (await cutOut(cropped.picture, cropped.area, uploadEdge));
    if (photo === null) return setPictureError('Foto ini tidak dapat dibuka. Pilih foto lain.');
    mutate({
      id: banner?.id,
      photo,
      link_url,
      starts_at: fromLocalInput(starts_at),
      ends_at: fromLocalInput(ends_at),
    });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        setPictureError(isMissing ? 'Gambar banner wajib diunggah.' : undefined);
        submit((values) => void save(values))(event);
      }}
      className="grid grid-cols-1 gap-4"
    >
      <BannerPicture
        stored={banner?.image_url}
        error={pictureError}
        onChange={(next) => {
          setCropped(next);
          setPictureError(undefined);
        }}
      />
      <InputField
        label="Tautan (opsional)"
        type="url"
        inputMode="url"
        hint="Halaman yang terbuka saat banner diketuk."
        {...field('link_url')}
      />
      <InputField label="Mulai tampil (opsional)" type="datetime-local" className="min-w-0" {...field('starts_at')} />
      <InputField
        label="Selesai tampil (opsional)"
        type="datetime-local"
        className="min-w-0"
        hint="Menurut jam HP ini. Di luar waktu itu banner tidak tampil, walaupun aktif."
        {...field('ends_at')}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
    </form>
  );
}
