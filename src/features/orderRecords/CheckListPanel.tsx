import { useState } from 'react';
import { checkListDetail } from '../../contract/endpoints/visitPlanning.ts';
import type { CheckListDetail } from '../../contract/entities/checkList.ts';
import { liftCategoryLabels } from '../../contract/entities/elevatorFields.ts';
import { cycleKinds, visitKindLabels } from '../../contract/visits/visitKinds.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { formatDateTime, toMs } from '../../ui/time/formatTime.ts';
import './checkLists.css';

/** One list by its id: what follows it, its versions, and its items by the visit from which on they are asked. */
export function CheckListPanel({ id, call }: { id: number; call: FeatureDeps['call'] }) {
  const [list$] = useState(() => loadWithRetry(() => call(checkListDetail, { id }, { quiet: true })));
  const state = useObservable(list$, loading);
  if (state.kind === 'loading') return <p role="status">正在读取清单…</p>;
  if (state.kind === 'failed') return <FailedRecord failed={state} noun="专用清单" hint="它的导入可能已被撤销。" />;
  const { category, elevator_num: lifts, version, versions } = state.value;
  return (
    <div className="or-check-list">
      <DescriptionList
        columns={3}
        items={[
          { label: '电梯类别', value: liftCategoryLabels[category] },
          { label: '当前版本', value: `第 ${version} 版` },
          { label: '使用电梯', value: `${lifts} 台` },
        ]}
      />
      <section>
        <h3>历次版本</h3>
        <ul className="or-check-list__versions">
          {versions.map(({ version: number, at, item_num: items, is_undo: isUndo }) => (
            <li key={number}>
              第 {number} 版 · {formatDateTime(toMs(at) ?? 0)} · {items} 项{isUndo && ' · 撤销导入，恢复为此前的项目'}
            </li>
          ))}
        </ul>
        <p className="or-quiet">已开始的维保和已有的记录保留当时的项目；尚未开始的按新版重新排期，到期日不变。</p>
      </section>
      <ItemTables items={state.value.items} />
    </div>
  );
}

function ItemTables({ items }: Pick<CheckListDetail, 'items'>) {
  return cycleKinds.map((kind) => {
    const ofKind = items.filter((item) => item.kind === kind);
    return (
      <section key={kind}>
        <h3>
          {visitKindLabels[kind]}（{ofKind.length} 项）
        </h3>
        <table className="or-check-list__items" aria-label={`${visitKindLabels[kind]}的项目`}>
          <thead>
            <tr>
              <th scope="col">编号</th>
              <th scope="col">项目</th>
              <th scope="col">要求</th>
            </tr>
          </thead>
          <tbody>
            {ofKind.map(({ code, name, requirement, is_test: isTest }) => (
              <tr key={code}>
                <td>{code}</td>
                <th scope="row">
                  {name}
                  {isTest && '（试验，须拍照）'}
                </th>
                <td>{requirement}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    );
  });
}
