import { defaultPrivacyText } from '@lapau/contract/privacy-text';
import { settingDefaults } from '@lapau/contract/setting-defaults';
import type { SettingKey } from '@lapau/contract/settings';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScreenActions } from '../../../ui/buttons/screen-actions.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { isFileSetting } from '../api-edit.ts';
import type { FileSettingKey, TextSettingKey } from '../api-edit.ts';
import { FileSetting } from './file-setting.tsx';
import { settingFields, settingGroups, settingsSchema } from './setting-fields.ts';
import type { SettingTexts } from './setting-fields.ts';
import { AnnouncementPreview, FilePreview, KecamatanPreview } from './setting-previews.tsx';
import type { StoredSettings } from './stored-settings.ts';
import { useSettingsSaving } from './use-settings-saving.ts';

const textKeys = Object.keys(settingsSchema.shape) as TextSettingKey[];

const textsOf = (stored: StoredSettings['values']) =>
  Object.fromEntries(textKeys.map((key) => [key, stored[key]])) as SettingTexts;

/** Edits all settings; only what was changed is saved, so that two admins do not undo each other's changes. */
export function SettingsForm({ stored }: { stored: StoredSettings['values'] }) {
  const { user } = useMember();
  const texts = textsOf(stored);
  const { form, field, submit } = useSchemaForm<SettingTexts>(settingsSchema, {
    values: texts,
    // Changes of another admin show at once, except in fields that are being edited here.
    resetOptions: { keepDirtyValues: true },
  });
  const replacedTexts = useFormDraft(`${user.id} settings`, form, texts);
  const { save, isPending, files, fileErrors, chooseFile, conflict } = useSettingsSaving({ form, replacedTexts });
  const fileOf = (key: FileSettingKey) => files[key]?.file ?? null;
  const urlOf = (key: FileSettingKey) => (files[key]?.file === null ? '' : stored[key]);

  function renderField(key: SettingKey): ReactNode {
    const { label, hint, control, accept } = settingFields[key];
    if (isFileSetting(key)) {
      return (
        <FileSetting
          key={key}
          {...{ label, hint, accept }}
          error={fileErrors[key]}
          isSet={fileOf(key) !== null || urlOf(key) !== ''}
          onPick={(file) => chooseFile(key, file)}
          onRemove={() => chooseFile(key, null)}
        >
          <FilePreview setting={key} file={fileOf(key)} url={urlOf(key)} title={stored.site_title} />
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
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        {settingGroups.map(({ title, keys }) => (
          <Group key={title} title={title}>
            {keys.map(renderField)}
            {keys.includes('announcement_text') && (
              <AnnouncementPreview
                title={watched.announcement_title?.trim() || settingDefaults.announcement_title}
                text={watched.announcement_text?.trim() ?? ''}
                file={fileOf('announcement_image_url')}
                url={urlOf('announcement_image_url')}
              />
            )}
            {keys.includes('allowed_kecamatan') && <KecamatanPreview value={watched.allowed_kecamatan ?? ''} />}
          </Group>
        ))}
      </div>
      <ScreenActions>
        <Button type="submit" busy={isPending} busyText="Menyimpan..." className="flex-1">
          Simpan
        </Button>
      </ScreenActions>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}

/** A group of settings. An address with `?bagian=` and its name in small letters opens the screen there. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [params] = useSearchParams();
  const isWanted = params.get('bagian') === title.toLowerCase();
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <section aria-labelledby={titleId} className="grid gap-5 rounded-card bg-raised p-4 ring-1 ring-line ring-inset">
      <h2
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="scroll-mt-20 text-lg font-semibold text-gold outline-none"
      >
        {title}
      </h2>
      {children}
    </section>
  );
}
