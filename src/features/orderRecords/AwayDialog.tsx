import { useState } from 'react';
import * as z from 'zod';
import { CallError } from '../../contract/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { DateField } from '../../ui/form/DateField.tsx';
import { LookupField } from '../../ui/form/LookupField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Select } from '../../ui/Select/Select.tsx';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import { refusedNames } from './AssignDialog.tsx';
import { groupsOf, suggested, type TakeOver } from './awayGroups.ts';
import { BulkResult, type Refused } from '../../parts/record/BulkResult.tsx';
import { nameOf } from './visitLook.ts';
import type { AwayVisit, VisitSources } from './visitSources.ts';

const schema = z
  .object({
    person_id: z.number('请选择维保人员').int().positive(),
    away_from: z.iso.date('请选择开始日期'),
    away_to: z.iso.date('请选择结束日期'),
  })
  .refine(({ away_from: from, away_to: to }) => from <= to, { message: '结束日期不能早于开始日期', path: ['away_to'] });

interface AwayDialogProps {
  sources: Pick<VisitSources, 'away' | 'assign'>;
  search: SearchOptions<number>;
  onChanged: () => void;
  onClose: () => void;
}

function Handing({
  found,
  hasMore,
  sources,
  onChanged,
  onDone,
  onClose,
}: {
  found: readonly AwayVisit[];
  hasMore: boolean;
  onDone: (doneNum: number, refused: readonly Refused[]) => void;
} & Pick<AwayDialogProps, 'sources' | 'onChanged' | 'onClose'>) {
  const [chosen, setChosen] = useState<TakeOver>(() => suggested(found));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const groups = groupsOf(found, chosen);
  const num = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  const rows = found.map(({ visit }) => visit);
  const assign = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    let doneNum = 0;
    const refused: { readonly id: number; readonly message: string }[] = [];
    for (const { ids, personIds } of groups) {
      try {
        const result = await sources.assign({ ids: [...ids], person_ids: [...personIds] });
        doneNum += result.assigned;
        refused.push(...result.refused);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        refused.push(...ids.map((id) => ({ id, message: error.message })));
      }
    }
    setBusy(false);
    onChanged();
    if (doneNum === 0 && refused.length === 0) setProblem('没有可派给的同事，请改期或另行安排。');
    else onDone(doneNum, refusedNames(rows, refused));
  };
  return (
    <Dialog
      isOpen
      isPersistent
      title={`人员离岗：${found.length} 单`}
      maxWidth={760}
      onClose={onClose}
      footer={
        <>
          {problem !== null && (
            <p className="ti-form-error" role="alert">
              {problem}
            </p>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" isBusy={isBusy} disabled={num === 0} onClick={() => void assign()}>
            派给同事 {num} 单
          </Button>
        </>
      }
    >
      {found.length === 0 && <p role="status">这段时间内没有派给该人员的未完成工单。</p>}
      {hasMore && <p className="or-quiet">工单较多，先列出最早的 {found.length} 单；派完后可再次查询。</p>}
      {found.length > 0 && (
        <table className="or-away" aria-label="离岗期间的工单">
          <thead>
            <tr>
              <th>日期</th>
              <th>电梯</th>
              <th>到期日</th>
              <th>由谁接手</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ visit, day, colleagues }) => (
              <tr key={visit.id}>
                <td>{day}</td>
                <td>
                  {nameOf(visit)}
                  <small>
                    {visit.community_name} {visit.addr}
                  </small>
                </td>
                <td>{visit.due_on}</td>
                <td>
                  {colleagues.length === 0 ? (
                    <span className="or-quiet">当天没有证书有效且有空的同事</span>
                  ) : (
                    <Select
                      label={`${nameOf(visit)} 由谁接手`}
                      placeholder="不更改"
                      isClearable
                      value={chosen.get(visit.id) ?? null}
                      options={colleagues.map(({ id, name, visits_that_day: visits }) => ({
                        value: id,
                        label: name,
                        detail: `当天已有 ${visits} 单`,
                      }))}
                      onChange={(id) =>
                        setChosen((before) => {
                          const next = new Map(before);
                          if (id === null) next.delete(visit.id);
                          else next.set(visit.id, id);
                          return next;
                        })
                      }
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

/** A worker will be away: his visits between two days, each offered to colleagues who may and can take it over. */
export function AwayDialog({ sources, search, onChanged, onClose }: AwayDialogProps) {
  const form = useSchemaForm(schema, { away_from: '', away_to: '' });
  const [found, setFound] = useState<{ list: readonly AwayVisit[]; has_more: boolean } | null>(null);
  const [result, setResult] = useState<{ doneNum: number; refused: readonly Refused[] } | null>(null);
  if (result !== null)
    return <BulkResult title="人员离岗" verb="更改" measure="单" noun="工单" {...result} onClose={onClose} />;
  if (found !== null)
    return (
      <Handing
        found={found.list}
        hasMore={found.has_more}
        sources={sources}
        onChanged={onChanged}
        onDone={(doneNum, refused) => setResult({ doneNum, refused })}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="人员离岗"
      isOpen
      onClose={onClose}
      form={form}
      fields={['person_id', 'away_from', 'away_to']}
      submitLabel="列出工单"
      onSubmit={async (wish) => setFound(await sources.away(wish))}
    >
      <LookupField control={form.control} name="person_id" label="维保人员" isRequired hasAutoFocus search={search} />
      <DateField control={form.control} name="away_from" label="开始日期" isRequired />
      <DateField control={form.control} name="away_to" label="结束日期" isRequired />
    </FormDialog>
  );
}
