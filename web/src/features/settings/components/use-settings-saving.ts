import type { SettingKey } from '@lapau/contract/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { codeOf } from '../../../lib/calls/api-error.ts';
import type { Difference } from '../../../lib/forms/version-differences.ts';
import { settingsQuery } from '../../../lib/query/settings.tsx';
import { toast } from '../../../lib/screen/toast.ts';
import { isFileSetting, saveSettings, settingFiles } from '../api-edit.ts';
import type { FileSettingKey, SettingChange, SettingOutcome, TextSettingKey } from '../api-edit.ts';
import { settingFields, settingsSchema } from './setting-fields.ts';
import type { SettingTexts } from './setting-fields.ts';
import { storedSettings } from './stored-settings.ts';
import type { StoredSettings } from './stored-settings.ts';

const textKeys = Object.keys(settingsSchema.shape) as TextSettingKey[];

/** A chosen file, or null to do without the present one, and the address of the one that it replaces. */
export type FileChoice = { file: File | null; replaces: string };
export type FileChoices = Partial<Record<FileSettingKey, FileChoice>>;

type Edit = { change: SettingChange; replaces: string };

type Options = {
  form: UseFormReturn<SettingTexts>;
  /** Reads the texts that the typed ones replace. */
  replacedTexts: () => Record<string, string>;
};

/**
 * Saves the edited settings, key by key, and asks about those that another admin has changed meanwhile. It also keeps the files that
 * are chosen and not saved yet.
 */
export function useSettingsSaving({ form, replacedTexts }: Options) {
  const client = useQueryClient();
  const [files, setFiles] = useState<FileChoices>({});
  const [fileErrors, setFileErrors] = useState<Partial<Record<FileSettingKey, string>>>({});
  const [conflict, setConflict] = useState<{ edits: Edit[]; disputed: Edit[]; differences: Difference[] }>();
  const latest = () => storedSettings(client.getQueryData(settingsQuery.queryKey));

  const { mutate, isPending } = useMutation({
    ...saveSettings,
    onSuccess: async (outcomes) => {
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      dropFiles(outcomes.filter(({ error }) => !error).map(({ key }) => key));
      const failed = outcomes.filter(({ error }) => error && error.code !== 'version_conflict');
      failed.forEach(showFailure);
      if (outcomes.some(({ error }) => error?.code === 'version_conflict')) save(form.getValues());
      else if (failed.length === 0) toast.success('Pengaturan berhasil disimpan!');
    },
  });

  const dropFiles = (keys: SettingKey[]) =>
    setFiles((chosen) =>
      Object.fromEntries(Object.entries(chosen).filter(([key]) => !keys.includes(key as SettingKey))),
    );

  function showFailure(outcome: SettingOutcome) {
    if (!outcome.error) return;
    const { key, error, during } = outcome;
    const detail = error.details['value_to_update'] ?? error.message;
    if (isFileSetting(key)) setFileErrors((shown) => ({ ...shown, [key]: detail }));
    else form.setError(key, { message: detail });
    toast.error(
      during === 'upload' && isFileSetting(key)
        ? settingFiles[key].failed.replace('{detail}', detail)
        : `Gagal menyimpan ${key}: ${detail}`,
      { description: codeOf(error) },
    );
  }

  /** The edits to be saved over the values that are stored now. */
  function editsOf(values: SettingTexts, { values: stored, versions }: StoredSettings): Edit[] {
    const replaced = replacedTexts();
    const texts = textKeys
      .map((key) => ({ key, value: values[key].trim() }))
      .filter(({ key, value }) => value !== stored[key])
      .map(({ key, value }) => ({
        change: { key, value, version: versions[key] },
        replaces: replaced[key] ?? stored[key],
      }));
    const choices = (Object.entries(files) as [FileSettingKey, FileChoice][]).map(([key, { file, replaces }]) => ({
      change: { key, version: versions[key], ...(file ? { file } : { value: '' }) } as SettingChange,
      replaces,
    }));
    return [...texts, ...choices];
  }

  function save(values: SettingTexts) {
    const stored = latest();
    const edits = editsOf(values, stored);
    const disputed = edits.filter(({ change, replaces }) => stored.values[change.key] !== replaces);
    setFileErrors({});
    if (disputed.length === 0) return mutate(edits.map(({ change }) => change));
    const differences = disputed.map(({ change }) => differenceOf(change, stored.values[change.key]));
    setConflict({ edits, disputed, differences });
  }

  function choose(version: 'mine' | 'theirs') {
    if (!conflict) return;
    const { edits, disputed } = conflict;
    setConflict(undefined);
    if (version === 'mine') return mutate(edits.map(({ change }) => change));
    const stored = latest().values;
    for (const { change } of disputed) if (!isFileSetting(change.key)) form.setValue(change.key, stored[change.key]);
    dropFiles(disputed.map(({ change }) => change.key));
    mutate(edits.filter((edit) => !disputed.includes(edit)).map(({ change }) => change));
  }

  return {
    save,
    isPending,
    files,
    fileErrors,
    chooseFile: (key: FileSettingKey, file: File | null) => {
      setFiles((chosen) => ({
        ...chosen,
        [key]: { file, replaces: chosen[key]?.replaces ?? latest().values[key] },
      }));
      setFileErrors((shown) => ({ ...shown, [key]: undefined }));
    },
    conflict: conflict && {
      differences: conflict.differences,
      onClose: () => setConflict(undefined),
      onChoose: choose,
    },
  };
}

/** The difference as a person reads it, with pictures as pictures. */
function differenceOf(change: SettingChange, theirs: string): Difference {
  const { label, control } = settingFields[change.key];
  if (isFileSetting(change.key)) {
    const mine = 'file' in change ? [URL.createObjectURL(change.file)] : [];
    return { label, mine, theirs: theirs === '' ? [] : [theirs] };
  }
  const readable = (value: string) => (control === 'switch' ? (value === 'on' ? 'Ya' : 'Tidak') : value);
  return { label, mine: 'value' in change ? readable(change.value) : '', theirs: readable(theirs) };
}
