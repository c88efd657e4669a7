import { useState } from 'react';
import { useWatch, type FieldPath } from 'react-hook-form';
import { CallError } from '../../contract/call.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { sysConfigSchema, type sysConfigEdit, type SysConfig } from '../../contract/endpoints/sysConfig.ts';
import { sysConfigDefaults } from '../../contract/sysConfigDefaults.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { isSeveralKey, settingGroups, settingKeys, settingTexts, type SettingKey } from '../../contract/sysConfig.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { useSchemaForm, useSubmit } from '../../ui/form/useSchemaForm.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { SettingRow } from './SettingRow.tsx';
import { changedKeys, changesOf, type ReadSettings } from './settings.ts';

export interface SettingsFormProps {
  title: string;
  reload: () => Promise<ReadSettings>;
  /** The address of a setting's history; null for users who may not read the audit log. */
  historyOf: ((key: SettingKey) => string) | null;
  /** Null for users who may only look. */
  save: ((changes: InputOf<typeof sysConfigEdit>) => Promise<void>) | null;
  initial: ReadSettings;
}

const fields: readonly FieldPath<SysConfig>[] = [
  ...settingKeys,
  ...settingKeys
    .filter(isSeveralKey)
    .flatMap((key) => settingTexts[key].parts.map((_, index): FieldPath<SysConfig> => `${key}.${index}`)),
];

/** All settings in one form: what was changed is saved together, and what was typed stays until it is saved or taken back. */
export function SettingsForm({ title, initial, reload, historyOf, save }: SettingsFormProps) {
  const [read, setRead] = useState(initial);
  const form = useSchemaForm(sysConfigSchema, initial.values);
  const changed = changedKeys(read.values, useWatch({ control: form.control }));
  const { isSubmitting } = form.formState;

  /** Takes over the changes of others; what was typed here stays. */
  const takeOver = async (typed: SysConfig): Promise<void> => {
    const now = await reload();
    form.reset({ ...now.values, ...changesOf(read.values, typed) });
    setRead(now);
  };
  const { submit, problems } = useSubmit(form, fields, async (values) => {
    try {
      await save?.({ ...changesOf(read.values, values), version: read.version });
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== refusalCodes.conflict) throw error;
      await takeOver(values);
      throw Object.assign(new Error(error.message), {
        fieldErrors: [...error.fieldErrors, { field: '', message: error.message }],
      });
    }
    const now = await reload();
    form.reset(now.values);
    setRead(now);
  });

  return (
    <form className="system-config__form" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeader
        title={title}
        note={
          save === null
            ? '您可以查看，修改需要“修改系统参数”权限'
            : changed.length > 0
              ? `已修改 ${changed.length} 项，尚未保存`
              : '对全部电梯生效'
        }
        actions={
          save !== null && (
            <>
              <Button disabled={changed.length === 0 || isSubmitting} onClick={() => form.reset(read.values)}>
                放弃修改
              </Button>
              <Button variant="primary" type="submit" disabled={changed.length === 0} isBusy={isSubmitting}>
                保存修改
              </Button>
            </>
          )
        }
      />
      <FormProblems problems={problems} />
      {/* Scrolled by keyboard too, where no field can take the focus. */}
      <section className="system-config__groups" aria-label="全部参数" tabIndex={0}>
        {settingGroups.map((group) => (
          <Panel key={group} title={group}>
            {settingKeys
              .filter((key) => settingTexts[key].group === group)
              .map((key) => (
                <SettingRow
                  key={key}
                  form={form}
                  settingKey={key}
                  isDisabled={save === null}
                  isChanged={changed.includes(key)}
                  lastChange={read.changed.get(key) ?? null}
                  historyPath={historyOf?.(key) ?? null}
                  onReset={() =>
                    form.setValue(key, structuredClone(sysConfigDefaults[key]), {
                      shouldDirty: true,
                      shouldValidate: true,
                    })
                  }
                />
              ))}
          </Panel>
        ))}
      </section>
    </form>
  );
}
