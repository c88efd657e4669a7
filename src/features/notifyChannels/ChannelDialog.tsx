import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CallError } from '../../contract/call.ts';
import type { ChannelRow } from '../../contract/entities/notification.ts';
import { channelSettingsInput } from '../../contract/entities/notification.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { fieldErrorsOf } from '../../ui/form/applyServerErrors.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { changedSettings, pathOf, providerChoices, settingsOf } from './channelForm.ts';
import type { ChannelSources } from './channelSources.ts';
import { SecretField } from './SecretField.tsx';

interface ChannelDialogProps {
  channel: ChannelRow;
  sources: ChannelSources;
  onClose: () => void;
  onSaved: () => void;
}

/** The settings of one channel. Secrets are never shown: one that is set stays until it is replaced. */
export function ChannelDialog({ channel, sources, onClose, onSaved }: ChannelDialogProps) {
  const [base, setBase] = useState(channel);
  const form = useSchemaForm(channelSettingsInput, settingsOf(base));
  const { control } = form;
  const provider = useWatch({ control, name: 'provider' });
  const save = async (typed: ReturnType<typeof channelSettingsInput.parse>): Promise<void> => {
    try {
      await sources.save(changedSettings(base, typed));
    } catch (error) {
      if (error instanceof CallError && error.code === refusalCodes.conflict) {
        const now = (await sources.read()).find((row) => row.channel === base.channel);
        if (now !== undefined) setBase(now);
      }
      const placed = fieldErrorsOf(error).map(({ field, message }) => ({ field: pathOf(base, field), message }));
      if (placed.length === 0) throw error;
      throw Object.assign(new Error(error instanceof Error ? error.message : ''), { fieldErrors: placed });
    }
    onSaved();
  };
  return (
    <FormDialog
      title={`设置${base.channel_label}`}
      isOpen
      onClose={onClose}
      form={form}
      fields={['provider', ...base.fields.map(({ name }) => `values.${name}` as const)]}
      asksBeforeLoss
      onSubmit={save}
    >
      <SelectField
        control={control}
        name="provider"
        label="状态"
        isRequired
        isClearable={false}
        options={providerChoices(base)}
        {...(provider === 'none' ? { hint: '未配置时不会发出，通知记录显示“未配置”' } : {})}
      />
      {provider === 'real' &&
        base.fields.map((field) =>
          field.is_secret ? (
            <SecretField key={field.name} control={control} name={`values.${field.name}`} field={field} />
          ) : (
            <TextField
              key={field.name}
              control={control}
              name={`values.${field.name}`}
              label={field.label}
              isRequired={field.is_required}
              {...(field.hint === '' ? {} : { hint: field.hint })}
            />
          ),
        )}
    </FormDialog>
  );
}
