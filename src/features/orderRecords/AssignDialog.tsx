import { useState } from 'react';
import * as z from 'zod';
import type { VisitRow } from '../../contract/entities/visit.ts';
import { DateField } from '../../ui/form/DateField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { BulkResult, type Refused } from '../../parts/record/BulkResult.tsx';
import { nameOf } from './visitLook.ts';
import type { VisitSources } from './visitSources.ts';
import { WorkersField } from './WorkersField.tsx';

interface AssignDialogProps {
  rows: readonly VisitRow[];
  sources: Pick<VisitSources, 'assign' | 'workers'>;
  onChanged: () => void;
  onClose: () => void;
}

const schema = z
  .object({
    person_ids: z.array(z.number()).max(2, '最多两名维保人员'),
    planned_on: z.union([z.literal(''), z.iso.date('请选择日期')]),
  })
  .refine(({ person_ids: people, planned_on: day }) => people.length > 0 || day !== '', {
    message: '请选择维保人员或计划日期',
    path: ['planned_on'],
  });

const earliest = (days: readonly (string | null)[]): string =>
  days.flatMap((day) => (day === null ? [] : [day])).toSorted()[0] ?? '';

/** The refused ones by their names. */
export const refusedNames = (
  rows: readonly Pick<VisitRow, 'id' | 'tag' | 'kindLabel'>[],
  refused: readonly { readonly id: number; readonly message: string }[],
): readonly Refused[] => {
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  return refused.map(({ id, message }) => ({ name: names.get(id) ?? `维保工单 ${id}`, message }));
};

/**
 * Workers, day or both for the chosen visits. The server decides each on its own; none is moved beyond its due day. Workers are offered
 * where all visits are of one company.
 */
export function AssignDialog({ rows, sources, onChanged, onClose }: AssignDialogProps) {
  const form = useSchemaForm(schema, { person_ids: [], planned_on: '' });
  const [result, setResult] = useState<{ doneNum: number; refused: readonly Refused[] } | null>(null);
  const companies = [...new Set(rows.map((row) => row.maintenance_id))];
  const [companyId] = companies;
  const isOneCompany = companies.length === 1 && companyId !== undefined && companyId !== null;
  const firstDue = earliest(rows.map((row) => row.due_on));
  if (result !== null)
    return <BulkResult title="派工与改期" verb="更改" measure="单" noun="工单" {...result} onClose={onClose} />;
  return (
    <FormDialog
      title={`派工与改期：${rows.length} 单`}
      isOpen
      onClose={onClose}
      form={form}
      fields={['person_ids', 'planned_on']}
      submitLabel={`更改 ${rows.length} 单`}
      onSubmit={async ({ person_ids: people, planned_on: day }) => {
        const { assigned, refused } = await sources.assign({
          ids: rows.map(({ id }) => id),
          ...(people.length === 0 ? {} : { person_ids: people }),
          ...(day === '' ? {} : { planned_on: day }),
        });
        onChanged();
        setResult({ doneNum: assigned, refused: refusedNames(rows, refused) });
      }}
    >
      <p className="or-intro">
        <Icon name="info-circle" />
        每单单独判断，不能晚于各自的到期日（最早 {firstDue}）；只派工与改期，不会代为完成维保。
      </p>
      {isOneCompany ? (
        <WorkersField
          control={form.control}
          name="person_ids"
          companyId={companyId}
          on={form.watch('planned_on') || firstDue}
          workers={sources.workers}
        />
      ) : (
        <p className="or-quiet">所选工单属于不同的维保单位，只能改期；如需派工，请按维保单位筛选后再选择。</p>
      )}
      <DateField control={form.control} name="planned_on" label="计划日期" hint="留空为不改变" />
    </FormDialog>
  );
}
