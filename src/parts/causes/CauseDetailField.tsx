import type { FieldValues } from 'react-hook-form';
import type { FaultCause } from '../../contract/entities/exception.ts';
import type { RescueCause } from '../../contract/labels.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import type { FieldProps } from '../../ui/form/fieldProps.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { causeOption, detailsOf, type KeptDetail } from './causeChoices.ts';

export interface CauseDetailFieldProps<Values extends FieldValues> extends Omit<
  FieldProps<Values>,
  'label' | 'hint' | 'isRequired'
> {
  /** The cause of level 1; the field is there only where the catalogue has details of it. */
  cause: RescueCause | undefined;
  causes: LoadState<readonly FaultCause[]>;
  /** The record's present cause: it stays choosable after it was retired. */
  kept?: KeptDetail | undefined;
}

/** The detail of a rescue's cause, which may be left open. */
export function CauseDetailField<Values extends FieldValues>({
  cause,
  causes,
  kept,
  ...field
}: CauseDetailFieldProps<Values>) {
  if (cause === undefined) return null;
  if (causes.kind === 'failed') return <p className="ti-field__hint">无法读取具体原因，可先不填：{causes.message}</p>;
  const details = causes.kind === 'ready' ? detailsOf(causes.value, cause).map(causeOption) : [];
  const isKeptOnly = kept?.cause === cause && !details.some(({ value }) => value === kept.code);
  const options = isKeptOnly
    ? [...details, { value: kept.code, label: `${kept.code} ${kept.name}（已停用）` }]
    : details;
  return options.length === 0 ? null : (
    <SelectField {...field} label="具体原因" placeholder="可不填" isClearable options={options} />
  );
}
