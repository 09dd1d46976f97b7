import type { CallOutput } from '@lapau/contract/calls';
import { set_quick_replies } from '@lapau/contract/chat';
import { limits } from '@lapau/contract/limits';
import { hasVisibleCharacter, tooLong } from '@lapau/contract/text-checks';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { quickRepliesQuery, saveQuickReplies } from '../api-quick-replies.ts';

type QuickReplies = CallOutput<'get_quick_replies'>;

const labels = { texts: 'Jawaban cepat' } as const;

/** The answers are one text with a line for each, so that a draft and a conflict have them as one. */
const valuesOf = ({ texts }: QuickReplies) => ({ texts: texts.join('\n') });
const linesOf = (texts: string): string[] => texts.split('\n');
const writtenIn = (texts: string): string[] => linesOf(texts).filter(hasVisibleCharacter);

const schema = z.object({
  texts: z.pipe(z.pipe(z.string(), z.transform(writtenIn)), set_quick_replies.input.shape.texts),
});

const problemOf = (line: string) => tooLong(line, limits.quickReply, 'Jawaban');

/** Changes a cook's short answers and their order, once they are known. */
export function QuickReplyForm({ onDone }: { onDone: () => void }) {
  const { data, error, isError, refetch } = useQuery(quickRepliesQuery);
  if (data) return <LoadedForm replies={data} onDone={onDone} />;
  if (isError)
    return (
      <LoadFailure drawing="chat" title="Gagal memuat jawaban cepat." error={error} onRetry={() => void refetch()} />
    );
  return (
    <LoadingSkeletons>
      <Skeleton className="h-40 rounded-control" />
    </LoadingSkeletons>
  );
}

/** The controls of a line, in their order. */
const controls = { field: 0, up: 1, remove: 2 } as const;
type Place = { line: number; control: keyof typeof controls };

function LoadedForm({ replies, onDone }: { replies: QuickReplies; onDone: () => void }) {
  const { user } = useMember();
  const { form, onSubmit, isPending, conflict } = useVersionedForm({
    thing: replies,
    schema,
    valuesOf,
    labels,
    draftKey: `${user.id} quick-replies`,
    mutation: saveQuickReplies,
    inputOf: ({ texts }, { version }) => ({ texts: writtenIn(texts), version }),
    onSaved: () => toast.success('Jawaban cepat disimpan.'),
    onDone,
  });
  const lines = linesOf(useWatch({ control: form.control, name: 'texts' }));
  const { isSubmitted, errors } = form.formState;
  const problem = lines.some(problemOf) ? undefined : errors.texts?.message;

  const list = useRef<HTMLDivElement>(null);
  const toFocus = useRef<Place>(undefined);
  /** @param focus the control that a keyboard or a screen reader goes on with, as the one that was used may be gone */
  const change = (changed: string[], focus?: Place) => {
    toFocus.current = focus;
    form.setValue('texts', changed.join('\n'), { shouldDirty: true, shouldValidate: isSubmitted });
  };
  useEffect(() => {
    if (!toFocus.current) return;
    const { line, control } = toFocus.current;
    toFocus.current = undefined;
    list.current?.children[line]?.querySelectorAll<HTMLElement>('input, button')[controls[control]]?.focus();
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-muted">
        Muncul di chat saat ada yang bertanya tentang makanan Anda. Sekali ketuk langsung terkirim. Dua yang pertama
        juga ada di notifikasi, kalau HP Anda bisa menampilkannya.
      </p>
      <div ref={list} className="grid gap-4">
        {lines.map(placed).map(({ line, index, label }) => (
          <div key={label} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <InputField
                label={label}
                value={line}
                error={problemOf(line) ?? (index === 0 ? problem : undefined)}
                onChange={({ target }) => change(lines.map((one, at) => (at === index ? target.value : one)))}
              />
            </div>
            <div className="mt-8 flex">
              <IconButton
                name={`Naikkan jawaban ${index + 1}`}
                icon={<ArrowUp className="size-5" />}
                aria-disabled={index === 0}
                onClick={() => index > 0 && change(movedUp(lines, index), { line: index - 1, control: 'up' })}
              />
              <IconButton
                name={`Hapus jawaban ${index + 1}`}
                icon={<Trash2 className="size-5" />}
                aria-disabled={lines.length === 1}
                onClick={() =>
                  lines.length > 1 &&
                  change(without(lines, index), { line: Math.min(index, lines.length - 2), control: 'remove' })
                }
              />
            </div>
          </div>
        ))}
      </div>
      {lines.length < limits.quickReplies && (
        <Button
          variant="quiet"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => change([...lines, ''], { line: lines.length, control: 'field' })}
        >
          Tambah jawaban
        </Button>
      )}
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}

/** A line with its place, which is its key too, as two lines may be alike. */
const placed = (line: string, index: number) => ({ line, index, label: `Jawaban ${index + 1}` });

const movedUp = (lines: string[], index: number): string[] => [
  ...lines.slice(0, index - 1),
  ...lines.slice(index, index + 1),
  ...lines.slice(index - 1, index),
  ...lines.slice(index + 1),
];
const without = (lines: string[], index: number): string[] => lines.filter((_line, at) => at !== index);
