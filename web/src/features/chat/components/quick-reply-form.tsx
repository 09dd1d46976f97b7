import { limits } from '@lapau/contract/limits';
import { hasVisibleCharacter, tooLong } from '@lapau/contract/text-checks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { newId } from '../../../lib/device/new-id.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { quickRepliesQuery, saveQuickReplies } from '../api-quick-replies.ts';

type Row = { key: string; text: string };

const rowOf = (text: string): Row => ({ key: newId(), text });

/** Changes a cook's short answers and their order, once they are known. */
export function QuickReplyForm({ onDone }: { onDone: () => void }) {
  const { data, error, isError, refetch } = useQuery(quickRepliesQuery);
  if (data) return <LoadedForm texts={data.texts} onDone={onDone} />;
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

function LoadedForm({ texts, onDone }: { texts: string[]; onDone: () => void }) {
  const [rows, setRows] = useState(() => texts.map(rowOf));
  const [isEmpty, setIsEmpty] = useState(false);
  const { mutate, isPending } = useMutation(saveQuickReplies);
  const written = rows.map(({ text }) => text).filter(hasVisibleCharacter);
  const problemOf = (text: string) => tooLong(text, limits.quickReply, 'Jawaban');

  const change = (key: string, text: string) => {
    setIsEmpty(false);
    setRows((before) => before.map((row) => (row.key === key ? { key, text } : row)));
  };
  const moveUp = (index: number) =>
    setRows((before) => {
      const moved = before.slice(index, index + 1);
      return [...before.slice(0, index - 1), ...moved, ...before.slice(index - 1, index), ...before.slice(index + 1)];
    });

  function save(event: SyntheticEvent) {
    event.preventDefault();
    setIsEmpty(written.length === 0);
    if (written.length === 0 || written.some(problemOf)) return;
    mutate(written, {
      onSuccess: () => {
        toast.success('Jawaban cepat disimpan.');
        onDone();
      },
    });
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <p className="text-muted">
        Muncul di chat saat ada yang bertanya tentang makanan Anda. Sekali ketuk langsung terkirim. Dua yang pertama
        juga ada di notifikasi, kalau HP Anda bisa menampilkannya.
      </p>
      {rows.map(({ key, text }, index) => (
        <div key={key} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <InputField
              label={`Jawaban ${index + 1}`}
              value={text}
              error={problemOf(text) ?? (isEmpty && index === 0 ? 'Tulis paling sedikit satu jawaban.' : undefined)}
              onChange={(event) => change(key, event.target.value)}
            />
          </div>
          <div className="mt-8 flex">
            <IconButton
              name={`Naikkan jawaban ${index + 1}`}
              icon={<ArrowUp className="size-5" />}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            />
            <IconButton
              name={`Hapus jawaban ${index + 1}`}
              icon={<Trash2 className="size-5" />}
              disabled={rows.length === 1}
              onClick={() => setRows((before) => before.filter((row) => row.key !== key))}
            />
          </div>
        </div>
      ))}
      {rows.length < limits.quickReplies && (
        <Button
          variant="quiet"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => setRows((before) => [...before, rowOf('')])}
        >
          Tambah jawaban
        </Button>
      )}
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
    </form>
  );
}
