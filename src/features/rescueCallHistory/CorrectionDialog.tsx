import type { Observable } from 'rxjs';
import type { FaultCause } from '../../contract/entities/exception.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { ResultChanges } from '../../contract/events/rescueResult.ts';
import { handedToLabels, releaseWayOptions, rescueCauseLabels, rescueCauses } from '../../contract/labels.ts';
import { resultLabels } from '../../machines/describeResult.ts';
import { CauseDetailField } from '../../parts/causes/CauseDetailField.tsx';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { changesOf, correctionFields, correctionFormSchema, keptDetail, recordedResult } from './correction.ts';

const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
] as const;
const causeChoices = rescueCauses.map((value) => ({ value, label: rescueCauseLabels[value] }));
const handedTo = (['none', '120', '119', '110'] as const).map((value) => ({ value, label: handedToLabels[value] }));

export interface CorrectionDialogProps {
  row: RescueOrderRow;
  causes$: Observable<LoadState<readonly FaultCause[]>>;
  onClose: () => void;
  /** Rejects with a CallError whose fields are those of the form. */
  onCorrect: (reason: string, changes: ResultChanges) => Promise<void>;
}

/** Corrects the figures of a closed rescue: what stood there stays in the record, with who corrected it and why. */
export function CorrectionDialog({ row, causes$, onClose, onCorrect }: CorrectionDialogProps) {
  const before = recordedResult(row);
  const causes = useObservable(causes$, loading);
  const form = useSchemaForm(correctionFormSchema, { ...before, reason: '' }, { omitsEmpty: true });
  return (
    <FormDialog
      title={`更正救援单 ${row.id}`}
      isOpen
      onClose={onClose}
      form={form}
      fields={correctionFields}
      columns={3}
      asksBeforeLoss
      submitLabel="记入更正"
      onSubmit={async ({ reason, ...result }) => {
        await onCorrect(reason, changesOf(before, result));
        onClose();
      }}
    >
      <p className="ti-form__whole">
        原记录保留不变；更正作为附记记入时间线与打印记录，注明更正人与原因，统计以更正后的数字为准。
      </p>
      <ChoiceField
        control={form.control}
        name="wasTrapped"
        label={resultLabels.wasTrapped}
        isRequired
        choices={yesNo}
      />
      <NumberField control={form.control} name="peopleNum" label={resultLabels.peopleNum} isRequired unit="人" />
      {before.releasedNum !== undefined && (
        <NumberField control={form.control} name="releasedNum" label={resultLabels.releasedNum} unit="人" />
      )}
      <NumberField control={form.control} name="injuredNum" label={resultLabels.injuredNum} isRequired unit="人" />
      <NumberField
        control={form.control}
        name="vulnerableNum"
        label={resultLabels.vulnerableNum}
        isRequired
        unit="人"
      />
      <ChoiceField
        control={form.control}
        name="calledBack"
        label={resultLabels.calledBack}
        isRequired
        choices={yesNo}
      />
      <div className="ti-form__whole">
        <ChoiceField
          control={form.control}
          name="cause"
          label={resultLabels.cause}
          isRequired
          choices={causeChoices}
          // Each cause has details of its own.
          onChoose={() => form.setValue('causeDetail', '')}
        />
      </div>
      <div className="ti-form__whole">
        <CauseDetailField
          control={form.control}
          name="causeDetail"
          cause={form.watch('cause')}
          causes={causes}
          kept={keptDetail(row)}
        />
      </div>
      <div className="ti-form__whole">
        <SelectField
          control={form.control}
          name="releaseWay"
          label={resultLabels.releaseWay}
          placeholder="未登记"
          isClearable
          options={releaseWayOptions}
        />
      </div>
      <div className="ti-form__whole">
        <ChoiceField
          control={form.control}
          name="handedTo"
          label={resultLabels.handedTo}
          isRequired
          columns={4}
          choices={handedTo}
        />
      </div>
      <div className="ti-form__whole">
        <TextArea control={form.control} name="reason" label="更正原因" isRequired maxLength={500} />
      </div>
    </FormDialog>
  );
}
