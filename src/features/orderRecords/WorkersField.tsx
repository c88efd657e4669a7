import { useMemo } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { VisitSources, WorkerChoice } from './visitSources.ts';
import '../../ui/theme/form.css';

const mostWorkers = 2;

interface WorkersFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  companyId: number | null;
  /** The day on which their certificates must be valid. */
  on: string;
  workers: VisitSources['workers'];
}

const detailOf = ({ problem, visits_that_day: num, has_account: hasAccount }: WorkerChoice): string =>
  problem === '' ? `当天已有 ${num} 单${hasAccount ? '' : '，未关联账号，不能手机签到'}` : `${problem}，不能派工`;

/** The workers of a visit: at most two people of the company. Those who may not come are shown with the reason. */
export function WorkersField<Values extends FieldValues>({
  control,
  name,
  companyId,
  on,
  workers,
}: WorkersFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const choices$ = useMemo(
    () => loadWithRetry(() => (companyId === null ? Promise.resolve([]) : workers(companyId, on))),
    [companyId, on, workers],
  );
  const choices = useObservable<LoadState<readonly WorkerChoice[]>>(choices$, loading);
  const chosen: readonly number[] = Array.isArray(field.value) ? field.value : [];
  const toggle = (id: number): void =>
    field.onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const error = fieldState.error?.message;
  return (
    <fieldset className="ti-choice or-workers" aria-invalid={error === undefined ? undefined : true}>
      <legend className="ti-field__label">
        维保人员（{chosen.length} / {mostWorkers}）
      </legend>
      {choices.kind === 'loading' && <p role="status">正在读取人员…</p>}
      {choices.kind === 'failed' && <p role="alert">无法读取人员：{choices.message}。正在自动重试。</p>}
      {choices.kind === 'ready' && choices.value.length === 0 && (
        <p>该维保单位没有登记人员，请先在“人员管理”中登记作业人员及其证书。</p>
      )}
      {choices.kind === 'ready' && (
        <ul>
          {choices.value.map((choice, index) => (
            <li key={choice.id}>
              <label data-disabled={choice.problem !== '' || undefined}>
                <input
                  type="checkbox"
                  checked={chosen.includes(choice.id)}
                  disabled={!chosen.includes(choice.id) && (choice.problem !== '' || chosen.length >= mostWorkers)}
                  onChange={() => toggle(choice.id)}
                  onBlur={field.onBlur}
                  ref={index === 0 ? field.ref : undefined}
                />
                <b>{choice.name}</b>
                <span>{detailOf(choice)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p className="ti-field__error" role="alert">
          <Icon name="exclamation-circle" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
