import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BehaviorSubject, map, type Observable } from 'rxjs';
import * as z from 'zod';
import { exceptionReportOther } from '../../contract/endpoints/exception.ts';
import { faultPhenomenonLabels, incidentKindLabels } from '../../contract/exceptions.ts';
import { ElevatorChoice } from '../../parts/lift/ElevatorChoice.tsx';
import { inCallersOrder } from '../../parts/lift/inCallersOrder.ts';
import { noSearch, type ElevatorSearch } from '../../streams/fleet/searchElevators.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { createRequestId } from '../../ui/form/createRequestId.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { ExceptionReport } from './exceptionSources.ts';

export type ReportedType = ExceptionReport['type'];

interface ReportDialogProps {
  /** The page's type, which is preselected. */
  type: ReportedType;
  search$: (keyword$: Observable<string>) => Observable<ElevatorSearch>;
  onClose: () => void;
  /** Rejects with a CallError: the form stays, with what was typed. */
  onSubmit: (report: ExceptionReport) => Promise<void>;
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const schema = exceptionReportOther.input;
const phenomena = optionsOf(faultPhenomenonLabels).filter(({ value }) => value !== 'code');
/** The kinds that people report; the platform detects the others. */
const kinds = optionsOf(incidentKindLabels).filter(({ value }) => value !== 'powerCut' && value !== 'offline');

/** Trapped people are not reported here: the call for help comes first. */
function TrappedLine() {
  const goTo = useNavigate();
  return (
    <div className="exc-trapped ti-form__whole" role="note">
      <Icon name="exclamation-triangle" />
      <span>有人被困？请不要在这里登记，立即新建电话报警，会响铃并发起救援。</span>
      <Button size="small" variant="danger" icon="phone" onClick={() => void goTo('/alarm-center?new=1')}>
        新建电话报警
      </Button>
    </div>
  );
}

/** Registers a scooter, a fault or an incident reported by telephone. */
export function ReportDialog({ type, search$, onClose, onSubmit }: ReportDialogProps) {
  const [requestId] = useState(createRequestId);
  const [{ keyword$, results$ }] = useState(() => {
    const typed$ = new BehaviorSubject('');
    return { keyword$: typed$, results$: search$(typed$).pipe(map(inCallersOrder)) };
  });
  const search = useObservable(results$, noSearch);
  const form = useSchemaForm<z.input<typeof schema>, ExceptionReport>(
    schema,
    { type, request_id: requestId, caller_name: '', caller_phone: '', detail: '' },
    { omitsEmpty: true },
  );
  const chosen = form.watch('type');
  return (
    <FormDialog
      isOpen
      title="登记异常"
      columns={2}
      maxWidth={720}
      submitLabel="登记"
      asksBeforeLoss
      form={form}
      fields={['elevator_id', 'type', 'phenomenon', 'kind', 'caller_name', 'caller_phone', 'detail']}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TrappedLine />
      <ElevatorChoice
        control={form.control}
        name="elevator_id"
        search={search}
        onSearch={(keyword) => keyword$.next(keyword)}
        onNext={() => form.setFocus('caller_phone')}
        openRescueText="这台电梯有进行中的救援，请先确认是否有人被困。"
      />
      <div className="ti-form__whole">
        <ChoiceField
          control={form.control}
          name="type"
          label="类型"
          isRequired
          columns={3}
          choices={[
            { value: 3, label: '故障' },
            { value: 2, label: '电动车' },
            { value: 4, label: '事件' },
          ]}
        />
      </div>
      {chosen === 3 && (
        <SelectField control={form.control} name="phenomenon" label="故障现象" isRequired options={phenomena} />
      )}
      {chosen === 4 && <SelectField control={form.control} name="kind" label="事件类型" isRequired options={kinds} />}
      <TextField control={form.control} name="caller_name" label="报告人" maxLength={50} />
      <TextField control={form.control} name="caller_phone" type="tel" label="回拨电话" maxLength={20} />
      <div className="ti-form__whole">
        <TextArea control={form.control} name="detail" label="情况说明" rows={2} maxLength={500} />
      </div>
    </FormDialog>
  );
}
