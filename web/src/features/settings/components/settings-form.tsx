import { defaultPrivacyText } from '@lapau/contract/privacy-text';
import { settingDefaults } from '@lapau/contract/setting-defaults';
import type { SettingKey } from '@lapau/contract/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useMember } from '../../../lib/session.tsx';
import { settingsQuery } from '../../../lib/settings.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { ScreenActions } from '../../../ui/screen-actions.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { isFileSetting, saveSettings, settingFiles } from '../api-edit.ts';
import type { FileSettingKey, SettingChange, SettingOutcome, TextSettingKey } from '../api-edit.ts';
import { FileSetting } from './file-setting.tsx';
import { settingFields, settingGroups, settingsSchema } from './setting-fields.ts';
import type { SettingTexts } from './setting-fields.ts';
import { AnnouncementPreview, FilePreview, KecamatanPreview } from './setting-previews.tsx';

/** What is set, empty where the built-in default applies. */
export type StoredSettings = Record<SettingKey, string>;

/** A chosen file, or null to do without the present one. */
type FileChoices = Partial<Record<FileSettingKey, File | null>>;

const textKeys = Object.keys(settingsSchema.shape) as TextSettingKey[];

const textsOf = (stored: StoredSettings) =>
  Object.fromEntries(textKeys.map((key) => [key, stored[key]])) as SettingTexts;

/** Edits all settings; only what was changed is saved, so that two admins do not undo each other's changes. */
export function SettingsForm({ stored }: { stored: StoredSettings }) {
  const client = useQueryClient();
  const { user } = useMember();
  const texts = textsOf(stored);
  const { form, field, submit } = useSchemaForm<SettingTexts>(settingsSchema, {
    values: texts,
    // What another admin changes meanwhile is shown, except in fields being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useFormDraft(`${user.id} settings`, form, texts);
  const [files, setFiles] = useState<FileChoices>({});
  const [fileErrors, setFileErrors] = useState<Partial<Record<FileSettingKey, string>>>({});

  const { mutate, isPending } = useMutation({
    ...saveSettings,
    onSuccess: async (outcomes) => {
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      const failed = outcomes.filter(({ error }) => error !== undefined);
      const isSaved = (key: SettingKey) => outcomes.some((outcome) => outcome.key === key && !outcome.error);
      setFiles((chosen) =>
        Object.fromEntries(Object.entries(chosen).filter(([key]) => !isSaved(key as FileSettingKey))),
      );
      if (failed.length === 0) toast.success('Pengaturan berhasil disimpan!');
      else failed.forEach(showFailure);
    },
  });

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
    );
  }

  function save(values: SettingTexts) {
    const changes: SettingChange[] = textKeys
      .map((key) => ({ key, value: values[key].trim() }))
      .filter(({ key, value }) => value !== texts[key]);
    for (const [name, file] of Object.entries(files)) {
      const key = name as FileSettingKey;
      changes.push(file ? { key, file } : { key, value: '' });
    }
    setFileErrors({});
    mutate(changes);
  }

  function choose(key: FileSettingKey, file: File | null) {
    setFiles((chosen) => ({ ...chosen, [key]: file }));
    setFileErrors((shown) => ({ ...shown, [key]: undefined }));
  }
  const urlOf = (key: FileSettingKey) => (files[key] === null ? '' : stored[key]);

  function renderField(key: SettingKey): ReactNode {
    const { label, hint, control, accept } = settingFields[key];
    if (isFileSetting(key)) {
      return (
        <FileSetting
          key={key}
          {...{ label, hint, accept }}
          error={fileErrors[key]}
          isSet={Boolean(files[key]) || urlOf(key) !== ''}
          onPick={(file) => choose(key, file)}
          onRemove={() => choose(key, null)}
        >
          <FilePreview setting={key} file={files[key] ?? null} url={urlOf(key)} title={stored.site_title} />
        </FileSetting>
      );
    }
    if (control === 'switch') {
      return (
        <Controller
          key={key}
          control={form.control}
          name={key}
          render={({ field: { value, onChange } }) => (
            <div>
              <Switch checked={value === 'on'} onChange={(on) => onChange(on ? 'on' : 'off')} className="w-full">
                <span className="text-small font-semibold">{label}</span>
              </Switch>
              <p className="text-small text-muted">{hint}</p>
            </div>
          )}
        />
      );
    }
    const placeholder = key === 'privacy_text' ? defaultPrivacyText : settingDefaults[key];
    return control === 'text' ? (
      <TextareaField key={key} {...{ label, hint, placeholder }} {...field(key)} />
    ) : (
      <InputField
        key={key}
        {...{ label, hint, placeholder }}
        {...(control === 'link' && { type: 'url', inputMode: 'url' })}
        {...field(key)}
      />
    );
  }

  const watched = useWatch({ control: form.control });
  return (
    <form noValidate onSubmit={submit(save)} className="grid gap-6">
      <p className="text-small text-muted">
        Yang dikosongkan memakai bawaan, yang terbaca samar di dalam kotaknya. Perubahan langsung tampil di semua HP.
      </p>
      {settingGroups.map(({ title, keys }) => (
        <Group key={title} title={title}>
          {keys.map(renderField)}
          {keys.includes('announcement_text') && (
            <AnnouncementPreview
              title={watched.announcement_title?.trim() || settingDefaults.announcement_title}
              text={watched.announcement_text?.trim() ?? ''}
              file={files.announcement_image_url ?? null}
              url={urlOf('announcement_image_url')}
            />
          )}
          {keys.includes('allowed_kecamatan') && <KecamatanPreview value={watched.allowed_kecamatan ?? ''} />}
        </Group>
      ))}
      <ScreenActions>
        <Button type="submit" busy={isPending} busyText="Menyimpan..." className="flex-1">
          Simpan
        </Button>
      </ScreenActions>
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-5 rounded-card bg-raised p-4 ring-1 ring-line ring-inset">
      <h2 id={titleId} className="text-lg font-semibold text-gold">
        {title}
      </h2>
      {children}
    </section>
  );
}
