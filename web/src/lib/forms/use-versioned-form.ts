import { errors } from '@lapau/contract/errors';
import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { ApiError, codeOf } from '../calls/api-error.ts';
import { isShownInForm, markShownInForm, showFieldErrors } from '../calls/form-errors.ts';
import { toast } from '../screen/toast.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useSchemaForm } from './use-schema-form.ts';
import type { FieldOf } from './use-schema-form.ts';
import { compareVersions, pickFields } from './version-differences.ts';
import type { Difference } from './version-differences.ts';

type Options<Thing, Values extends FieldValues, Input> = {
  /** The thing that is edited. A later version of it shows in the fields that nobody has changed here. */
  thing: Thing;
  /** The part of the call's input that is typed. */
  schema: ZodMiniType<unknown, Partial<Values>>;
  valuesOf: (thing: Thing) => Values;
  labels: Record<keyof Values & string, string>;
  /** The key of the draft: `<owner> <form>` (draft-store.ts). */
  draftKey: string;
  /** The call that saves; its answer is the new version. */
  mutation: UseMutationOptions<Thing, Error, Input>;
  /** @param seen the version that the values are meant to replace */
  inputOf: (values: Values, seen: Thing) => Input;
  /** The field of an error code, as for `showFieldErrors`. */
  fieldOf?: Partial<Record<ApiError['code'], Path<Values>>>;
  /** The field under which a failure is shown that concerns no field; without it a toast says it. */
  failureField?: Path<Values>;
  onSaved?: (saved: Thing) => void;
  /** Called once the thing is saved, unless the form was left meanwhile. */
  onDone?: () => void;
};

type VersionedForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  field: FieldOf<Values>;
  /** The form's onSubmit. */
  onSubmit: (event: SyntheticEvent) => void;
  isPending: boolean;
  /** The props of a VersionConflict to show. */
  conflict?: { differences: Difference[]; onClose: () => void; onChoose: (version: 'mine' | 'theirs') => void };
};

/** The stored version, and the values to store in its place: with one's own or with the stored text of each disputed field. */
type Conflict<Thing, Values> = { current: Thing; differences: Difference[]; mine: Values; theirs: Values };

/**
 * A form for something that others may change while it is open. A field that both have changed is shown as it was stored beside what was
 * typed; all others are kept as wanted by who changed them. Typed texts survive a reload; switches do not.
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
  failureField,
  onSaved,
  onDone,
}: Options<Thing, Values, Input>): VersionedForm<Values> {
  const [seen, setSeen] = useState(thing);
  const [latest, setLatest] = useState(thing);
  if (latest !== thing) {
    setLatest(thing);
    setSeen(thing);
  }
  const [conflict, setConflict] = useState<Conflict<Thing, Values>>();
  const { form, field, submit } = useSchemaForm<Values>(schema, {
    defaultValues: valuesOf(seen) as Parameters<typeof useSchemaForm<Values>>[1]['defaultValues'],
  });
  const replacedTexts = useFormDraft(draftKey, form, textsIn(valuesOf(seen)));

  const show = (version: Thing) => {
    form.reset(valuesOf(version));
    setSeen(version);
  };
  const follow = useEffectEvent((version: Thing) => form.reset(valuesOf(version), { keepDirtyValues: true }));
  useEffect(() => follow(seen), [seen]);
  const mergeWith = (current: Thing): Conflict<Thing, Values> => {
    const [mine, stored] = [form.getValues(), valuesOf(current)];
    const base = { ...valuesOf(seen), ...replacedTexts() };
    const versions = { base: readable(base), mine: readable(mine), theirs: readable(stored) };
    const { taken, disputed, differences } = compareVersions(labels, versions);
    const merged = { ...mine, ...pickFields(stored, taken) };
    return { current, differences, mine: merged, theirs: { ...merged, ...pickFields(stored, disputed) } };
  };
  const { mutate, isPending } = useMutation({
    ...mutation,
    onSuccess: (saved, ...rest) => {
      // The saved version shows first: a form that is closed with nothing typed in it deletes its draft.
      show(saved);
      onSaved?.(saved);
      return mutation.onSuccess?.(saved, ...rest);
    },
    onError: (error) => {
      const current =
        error instanceof ApiError && error.code === 'version_conflict' ? (error.current as Thing) : undefined;
      if (current && (isMounted.current || mergeWith(current).differences.length === 0)) saveOver(current);
      // A form that was left meanwhile cannot ask or show anything: a toast tells the conflict.
      else if (current) toast.error(errors.version_conflict[1]);
      else if (isMounted.current) showFailure(error);
    },
  });

  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const showFailure = (error: Error) => {
    showFieldErrors(error, form, fieldOf);
    if (failureField === undefined || isShownInForm(error)) return;
    form.setError(failureField, {
      message: [mutation.meta?.failed, error.message, codeOf(error)].filter(Boolean).join(' '),
    });
    markShownInForm(error);
  };

  /** Saves what is typed in the place of `current`, after asking if something in it would be lost. */
  const saveOver = (current: Thing) => {
    const merged = mergeWith(current);
    if (merged.differences.length > 0) setConflict(merged);
    else mutate(inputOf(merged.mine, current), { onSuccess: onDone });
  };
  const choose = (version: 'mine' | 'theirs') => {
    if (!conflict) return;
    setConflict(undefined);
    mutate(inputOf(conflict[version], conflict.current), { onSuccess: onDone });
  };

  return {
    form,
    field,
    // A text from a draft may replace a stored text that has been changed since.
    onSubmit: submit(() => saveOver(seen)),
    isPending,
    conflict: conflict && {
      differences: conflict.differences,
      onClose: () => setConflict(undefined),
      onChoose: choose,
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
