import { limits } from '@lapau/contract/limits';
import { missingInPost, missingPostPhoto } from '@lapau/contract/posts';
import type { MyPost } from '@lapau/contract/posts';
import { lengthOf } from '@lapau/contract/text-checks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ComponentType, SyntheticEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { photoNotUploaded } from '../../../lib/drafts/draft-photos.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import type { FieldOf } from '../../../lib/forms/use-schema-form.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { usePhotoUploads } from '../../../lib/uploads/use-photo-uploads.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScreenActions } from '../../../ui/buttons/screen-actions.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import type { NewPost } from '../api-composer.ts';
import { dishDraftOf, isDishDraft, updateDishDraft } from './device-draft.ts';
import { blankDraft, draftOfPost, hasSameContent } from './draft.ts';
import type { Draft, DraftTexts } from './draft.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { postLater } from './post-later.ts';
import { postLabels, postSchemas } from './post-schema.ts';
import type { PostKind } from './post-schema.ts';
import { useDraft } from './use-draft.ts';
import type { DraftState } from './use-draft.ts';
import { usePosting } from './use-posting.ts';
import type { PostingOptions } from './use-posting.ts';

/** Props of the fields that one kind of post has besides photos, name and description. */
export type OwnFieldsProps = { form: UseFormReturn<DraftTexts>; field: FieldOf<DraftTexts> };

type PostFormProps = Omit<PostingOptions, 'post'> & {
  /** Sends the post; without it the outbox does. */
  post?: (post: NewPost) => Promise<unknown>;
  /** The name of the draft on the device. */
  draftName: string;
  /** The post that is edited. */
  edited?: MyPost | undefined;
  kind: PostKind;
  /** The person to whose folder the photos are uploaded: the stall's owner, if it is not one's own. */
  ownerId?: string;
  fields: ComponentType<OwnFieldsProps>;
  onDiscarded?: (() => void) | undefined;
};

/** Photos and texts of a new post, or of one that is edited; a draft of it survives a reload. */
export function PostForm(props: PostFormProps) {
  const { user } = useMember();
  const name = `${user.id} ${props.draftName}`;
  // The post as it was when the form was opened: a later fetch is not the version that the person has seen (D70).
  const [edited] = useState(props.edited);
  const start = useCallback(() => (edited ? draftOfPost(edited) : blankDraft()), [edited]);
  const { draft, ...actions } = useDraft(name, start);
  // The form shows only once the draft is read, which would otherwise replace newer texts.
  return (
    draft && (
      <DraftForm ownerId={user.id} {...props} {...actions} name={name} edited={edited} start={start} draft={draft} />
    )
  );
}

type DraftFormProps = PostFormProps &
  Omit<DraftState, 'draft'> & {
    draft: Draft;
    start: () => Draft;
    /** The name of the draft on the device. */
    name: string;
    ownerId: string;
  };

function DraftForm({
  kind,
  fields: OwnFields,
  texts,
  post,
  onPosted,
  onDiscarded,
  edited,
  draft,
  start,
  name,
  ownerId,
  change,
  discard,
  finish,
  resume,
}: DraftFormProps) {
  const { form, field, submit } = useSchemaForm<DraftTexts>(postSchemas[kind], {
    defaultValues: draft.texts,
    // The photos are no field of the form library and come first: their button gets the focus below.
    shouldFocusError: draft.photos.length > 0,
  });
  const { reset, subscribe, formState } = form;
  const { submitCount } = formState;
  // A dish that was taken back from the outbox keeps its name there.
  const dish = isDishDraft(name) ? name : dishDraftOf(ownerId, draft.id);
  const posting = usePosting(draft, change, form, {
    texts,
    post: post ?? {
      later: (sent, left) => postLater(dish, sent, { ownerId, left, onStored: () => dish !== name && finish() }),
      onRefused: resume,
    },
    onPosted: () => {
      if (post) finish();
      onPosted();
    },
  });
  const { photosError, setPhotosError, hasFailedPhoto, busy, send, isHandedOver, conflict } = posting;
  usePhotoUploads(draft.photos, () => `posts/${ownerId}`, change);
  useEffect(() => {
    if (isHandedOver) updateDishDraft(dish, draft);
  }, [isHandedOver, dish, draft]);
  const [asksDiscard, setAsksDiscard] = useState(false);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => change({ type: 'setTexts', texts: { ...values } }),
      }),
    [subscribe, change],
  );

  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const submitTexts = submit(send, {
    toastText: ({ food_name: name, price }) => {
      if (draft.photos.length === 0) return missingInPost;
      return lengthOf(name) === 0 || (start().seen !== undefined && lengthOf(price) === 0) ? texts.missing : undefined;
    },
  });
  function onSubmit(event: SyntheticEvent) {
    setPhotosError(draft.photos.length === 0 ? missingPostPhoto : undefined);
    submitTexts(event);
  }
  const length = lengthOf(draft.texts.description);
  return (
    <form ref={element} onSubmit={onSubmit} noValidate className="grid gap-5">
      <PhotoGrid
        photos={draft.photos}
        error={photosError}
        takesShared={!edited}
        change={(next) => {
          if (next.type === 'addPhotos') setPhotosError(undefined);
          change(next);
        }}
      />
      <InputField {...field('food_name')} label={postLabels.food_name} autoComplete="off" enterKeyHint="next" />
      <OwnFields form={form} field={field} />
      <TextareaField
        {...field('description')}
        label={`${postLabels.description} (opsional)`}
        rows={4}
        hint={<span className="block text-right tabular-nums">{`${length}/${limits.description}`}</span>}
      />
      {edited && kind === 'menu' && (
        <Availability
          isOpen={draft.isOpen ?? edited.is_open}
          onChange={(isOpen) => change({ type: 'setOpen', isOpen: isOpen === edited.is_open ? undefined : isOpen })}
        />
      )}
      <p role="alert" className="text-small text-red-text empty:hidden">
        {hasFailedPhoto && photoNotUploaded}
      </p>
      {!hasSameContent(draft, start()) && busy === null && (
        <Button variant="quiet" onClick={() => setAsksDiscard(true)}>
          {texts.discard}
        </Button>
      )}
      <ScreenActions>
        <Button
          type="submit"
          isLocal={busy === 'photos'}
          busy={busy !== null}
          busyText={busy === 'photos' ? 'Mengunggah foto...' : texts.busy}
          className="min-h-12 flex-1"
        >
          {texts.action}
        </Button>
      </ScreenActions>
      <Confirm
        open={asksDiscard}
        onClose={() => setAsksDiscard(false)}
        title={texts.asksDiscard}
        text={texts.losesDraft}
        verb="Hapus"
        onConfirm={() => {
          discard();
          reset(start().texts);
          setPhotosError(undefined);
          onDiscarded?.();
        }}
      />
      {conflict && (
        <VersionConflict
          differences={conflict.differences}
          onClose={posting.closeConflict}
          onChoose={(version) => posting.sendMerged(conflict[version])}
        />
      )}
    </form>
  );
}

const Availability = ({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) => (
  <Switch checked={isOpen} onChange={onChange} className="w-full">
    {isOpen ? 'Tersedia' : 'Habis'}
  </Switch>
);
