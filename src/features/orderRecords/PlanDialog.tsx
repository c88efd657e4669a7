import { visitPlan } from '../../contract/endpoints/visit.ts';
import { DateField } from '../../ui/form/DateField.tsx';
import { LookupField } from '../../ui/form/LookupField.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import type { VisitSources } from './visitSources.ts';

const schema = visitPlan.input.pick({ elevator_id: true, due: true, reason: true });

/** Orders an extra visit to a lift; those of the cycle are planned by the platform. */
export function PlanDialog({
  search,
  plan,
  onDone,
  onClose,
}: {
  search: SearchOptions<number>;
  plan: VisitSources['plan'];
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useSchemaForm(schema, { due: '', reason: '' }, { omitsEmpty: true });
  return (
    <FormDialog
      title="新建临时维保"
      isOpen
      onClose={onClose}
      form={form}
      fields={['elevator_id', 'due', 'reason']}
      submitLabel="新建"
      onSubmit={async (wish) => {
        await plan({ ...wish, kind: 'extra' });
        onDone();
      }}
    >
      <p className="or-intro">
        <Icon name="info-circle" />
        周期内的维保由平台自动排期；临时维保不影响其期限。
      </p>
      <LookupField control={form.control} name="elevator_id" label="电梯" isRequired hasAutoFocus search={search} />
      <DateField control={form.control} name="due" label="到期日" isRequired />
      <TextArea control={form.control} name="reason" label="原因" rows={2} maxLength={500} />
    </FormDialog>
  );
}
