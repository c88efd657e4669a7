import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { SysConfig } from '../../contract/endpoints/sysConfig.ts';
import { sysConfigDefaults } from '../../contract/sysConfigDefaults.ts';
import {
  isSeveralKey,
  settingBounds,
  settingTexts,
  settingValueText,
  type SettingKey,
  type SettingText,
} from '../../contract/sysConfig.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';

interface SettingRowProps {
  form: UseFormReturn<SysConfig, unknown, SysConfig>;
  settingKey: SettingKey;
  isDisabled: boolean;
  /** Typed, not saved yet. */
  isChanged: boolean;
  /** The author and time of the last change; null for one that was never changed. */
  lastChange: string | null;
  /** Null for users who may not read the audit log. */
  historyPath: string | null;
  onReset: () => void;
}

function SettingInput({ form: { control }, settingKey, isDisabled }: Omit<SettingRowProps, 'onReset'>) {
  const { label, unit }: SettingText = settingTexts[settingKey];
  const value = useWatch({ control, name: settingKey });
  if (settingKey === 'hotline')
    return <TextField control={control} name={settingKey} label={label} type="tel" isDisabled={isDisabled} />;
  if (settingKey === 'review_sensitive_words')
    return <TextField control={control} name={settingKey} label={label} isDisabled={isDisabled} />;
  if (isSeveralKey(settingKey))
    return (
      <div role="group" aria-label={label}>
        <p className="ti-field__label">{label}</p>
        <div className="system-config__rounds">
          {settingTexts[settingKey].parts.map((part, index) => (
            <NumberField
              key={part}
              control={control}
              name={`${settingKey}.${index}`}
              label={part}
              unit={unit}
              isDisabled={isDisabled}
            />
          ))}
        </div>
      </div>
    );
  // A long time is easier to judge in hours.
  const isLong = unit === '秒' && typeof value === 'number' && value >= 600;
  return (
    <NumberField
      control={control}
      name={settingKey}
      label={label}
      unit={unit}
      isDisabled={isDisabled}
      {...(isLong ? { hint: `即 ${describeDuration(value * 1000)}` } : {})}
    />
  );
}

/** One setting: its field, what it does, and where its value comes from. */
export function SettingRow(props: SettingRowProps) {
  const { form, settingKey, isDisabled, isChanged, lastChange, historyPath, onReset } = props;
  const value = useWatch({ control: form.control, name: settingKey });
  const { errors } = useFormState({ control: form.control, name: settingKey });
  const byDefault = sysConfigDefaults[settingKey];
  const isDefault = JSON.stringify(value) === JSON.stringify(byDefault);
  // A second editor's change concerns all the times together.
  const together = isSeveralKey(settingKey) ? errors[settingKey]?.message : undefined;
  return (
    <div className="system-config__row" data-changed={isChanged || undefined}>
      <div className="system-config__field">
        <SettingInput {...props} />
        <FormProblems problems={together === undefined ? [] : [together]} />
      </div>
      <div className="system-config__words">
        <p>{settingTexts[settingKey].explanation}</p>
        <p className="system-config__quiet">
          范围 {settingBounds(settingKey)}，默认 {settingValueText(settingKey, byDefault)}
        </p>
      </div>
      <div className="system-config__origin">
        <p className="system-config__quiet">
          {isChanged ? '已修改，尚未保存' : lastChange === null ? '默认值，从未修改' : `最近修改：${lastChange}`}
        </p>
        <div className="system-config__acts">
          {!isDisabled && !isDefault && (
            <Button
              size="small"
              variant="plain"
              icon="undo"
              aria-label={`恢复默认：${settingTexts[settingKey].label}`}
              onClick={onReset}
            >
              恢复默认
            </Button>
          )}
          {historyPath !== null && (
            <Link to={historyPath} aria-label={`变更历史：${settingTexts[settingKey].label}`}>
              变更历史
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
