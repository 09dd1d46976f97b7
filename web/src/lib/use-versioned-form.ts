import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { ApiError } from './api-error.ts';
import { showFieldErrors } from './form-errors.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useSchemaForm } from './use-schema-form.ts';
import type { FieldOf } from './use-schema-form.ts';
import { differencesBetween } from './version-differences.ts';
import type { Difference } from './version-differences.ts';

type Options<Thing, Values extends FieldValues, Input> = {
  /** What is edited, as it is when the form is opened. */
  thing: Thing;
  /** The part of the call's input that is typed. */
  schema: ZodMiniType<unknown, Partial<Values>>;
  valuesOf: (thing: Thing) => Values;
  labels: Record<keyof Values & string, string>;
  /** `<owner> <form>` (draft-store.ts) */
  draftKey: string;
  /** Its answer is the new version. */
  mutation: UseMutationOptions<Thing, Error, Input>;
  /** @param seen the version that the values are meant to replace */
  inputOf: (values: Values, seen: Thing) => Input;
  /** The field of an error code, as for `showFieldErrors`. */
  fieldOf?: Partial<Record<ApiError['code'], Path<Values>>>;
  onSaved: (saved: Thing) => void;
  /** The version of another device was chosen. */
  onTaken?: (theirs: Thing) => void;
};

type VersionedForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  field: FieldOf<Values>;
  /** The form's onSubmit. */
  onSubmit: (event: SyntheticEvent) => void;
  isPending: boolean;
  /** The props of a VersionConflict to show. */
  conflict?: { differences: Difference[]; onClose: () => void; onKeepMine: () => void; onTakeTheirs: () => void };
};

/**
 * A form for something that others may change while it is open: what was stored meanwhile is shown beside what was typed
 * (D70). What is typed survives a reload, except switches.
 */
export function useVersionedForm<Thing, Values extends FieldValues, Input>({
  thing,
  schema,
  valuesOf,
  labels,
  draftKey,
  mutation,
  inputOf,
  fieldOf,
  onSaved,
  onTaken,
}: Options<Thing, Values, Input>): VersionedForm<Values> {
  const [seen, setSeen] = useState(thing);
  const [conflicting, setConflicting] = useState<Thing>();
  const { form, field, submit } = useSchemaForm<Values>(schema, {
    defaultValues: valuesOf(seen) as Parameters<typeof useSchemaForm<Values>>[1]['defaultValues'],
  });
  useFormDraft(draftKey, form, textsIn(valuesOf(seen)));

  const show = (version: Thing) => {
    form.reset(valuesOf(version));
    setSeen(version);
  };
  const { mutate, isPending } = useMutation({
    ...mutation,
    onSuccess: (saved, ...rest) => {
      // First, as a form that is closed with nothing typed in it deletes its draft.
      show(saved);
      onSaved(saved);
      return mutation.onSuccess?.(saved, ...rest);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'version_conflict') setConflicting(error.current as Thing);
      else showFieldErrors(error, form, fieldOf);
    },
  });

  return {
    form,
    field,
    onSubmit: submit((values) => mutate(inputOf(values, seen))),
    isPending,
    conflict: conflicting && {
      differences: differencesBetween(labels, readable(form.getValues()), readable(valuesOf(conflicting))),
      onClose: () => setConflicting(undefined),
      onKeepMine: () => {
        setConflicting(undefined);
        mutate(inputOf(form.getValues(), conflicting));
      },
      onTakeTheirs: () => {
        setConflicting(undefined);
        show(conflicting);
        onTaken?.(conflicting);
      },
    },
  };
}

const textsIn = (values: FieldValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The values as a person reads them. */
const readable = <Values extends FieldValues>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'Ya' : 'Tidak') : value,
    ]),
  ) as Record<keyof Values & string, string>;
