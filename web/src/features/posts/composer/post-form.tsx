import { limits } from '@lapau/contract/limits';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType, RefObject, SyntheticEvent } from 'react';
import { useMember } from '../../../lib/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { overLimit } from './check-post.ts';
import type { PostErrors } from './check-post.ts';
import { isBlank } from './draft.ts';
import type { DraftTexts } from './draft.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { useDraft } from './use-draft.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';
import { stuckText, usePosting } from './use-posting.ts';
import type { PostingOptions } from './use-posting.ts';

/** A text field of the form, ready for InputField and TextareaField. */
interface TextProps {
  name: keyof DraftTexts;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** Ties a text of the draft to its field. */
export type FieldOf = (name: keyof DraftTexts) => TextProps;

interface PostFormProps extends PostingOptions {
  /** The fields that this kind of post has besides photos, name and description. */
  fields: ComponentType<{ field: FieldOf }>;
}

const noPhotos: never[] = [];

/** Photos and texts of a new post; a draft of it survives a reload. */
export function PostForm({ fields: OwnFields, ...options }: PostFormProps) {
  const { user } = useMember();
  const { draft, change, discard, finish } = useDraft(`${user.id} ${options.kind}`);
  usePhotoUploads(draft?.photos ?? noPhotos, user.id, change);
  const { errors, isStuck, forgive, busy, submit } = usePosting(draft, change, {
    ...options,
    onPosted: () => {
      finish();
      options.onPosted();
    },
  });
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, errors);
  const [asksDiscard, setAsksDiscard] = useState(false);

  // It takes an instant; a form that changes under one's fingers is worse.
  if (!draft) return null;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    submit();
  }
  const field: FieldOf = (name) => ({
    name,
    value: draft.texts[name],
    error: errors[name] ?? overLimit(name, draft.texts[name]),
    onChange: ({ target }) => {
      forgive(name);
      change({ do: 'type', field: name, text: target.value });
    },
  });
  const length = draft.texts.description.trim().length;
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-5">
      <PhotoGrid
        photos={draft.photos}
        error={errors.photos}
        change={(next) => {
          if (next.do === 'add') forgive('photos');
          change(next);
        }}
      />
      <InputField {...field('food_name')} label="Nama" autoComplete="off" enterKeyHint="next" />
      <OwnFields field={field} />
      <TextareaField
        {...field('description')}
        label="Deskripsi (opsional)"
        rows={4}
        hint={
          <span className="block text-right tabular-nums">
            {length}/{limits.description}
          </span>
        }
      />
      <p role="alert" className="text-small text-red-text empty:hidden">
        {isStuck && stuckText}
      </p>
      <Button
        type="submit"
        busy={busy !== null}
        busyText={busy === 'photos' ? 'Mengunggah foto...' : 'Memposting...'}
        className="mt-1 min-h-12"
      >
        Posting
      </Button>
      {!isBlank(draft) && busy === null && (
        <Button variant="quiet" onClick={() => setAsksDiscard(true)} className="-mt-2">
          Hapus draf
        </Button>
      )}
      <Confirm
        open={asksDiscard}
        onClose={() => setAsksDiscard(false)}
        title="Hapus Draf?"
        text="Foto dan tulisan yang belum diposting akan hilang."
        verb="Hapus"
        onConfirm={discard}
      />
    </form>
  );
}

/** The first thing that is wrong gets the focus, and so comes into view; what is being mended keeps it. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: PostErrors): void {
  const lastCount = useRef(0);
  useEffect(() => {
    const count = Object.keys(errors).length;
    const isMended = count < lastCount.current;
    lastCount.current = count;
    if (count > 0 && !isMended) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, errors]);
}
