import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import { importFillProperty, importPropertyGap } from '../../contract/endpoints/imports.ts';
import { importLimits } from '../../contract/entities/imports.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import './PropertyGap.css';

type Gap = OutputOf<typeof importPropertyGap>;

interface PropertyGapProps {
  call: FeatureDeps['call'];
}

/** Over the register: how many lifts no property company looks after, and the way to complete them from their communities. */
export function PropertyGap({ call }: PropertyGapProps) {
  const [gap$] = useState(() => loadWithRetry(() => call(importPropertyGap, {}, { quiet: true })));
  const state = useObservable(gap$, loading);
  const [, setParams] = useSearchParams();
  const goTo = useNavigate();
  const [isFilling, setFilling] = useState(false);
  if (state.kind !== 'ready' || state.value.elevator_num === 0) return null;
  const { elevator_num: total, companies } = state.value;
  return (
    <section className="ti-frame property-gap" aria-label="缺物业单位">
      <Icon name="exclamation-triangle" />
      <span>
        缺物业单位 <strong>{total}</strong> 台：物业人员看不到这些电梯，标牌上没有使用单位。
        {companies.length === 0 && '它们所在的小区也没有物业单位，请先在“小区管理”中登记。'}
      </span>
      <span className="property-gap__actions">
        <Button size="small" onClick={() => setParams({ lacking: 'property' })}>
          查看这些电梯
        </Button>
        {companies.length === 0 ? (
          <Button size="small" onClick={() => void goTo(screenNamed('ParkManagement').path)}>
            小区管理
          </Button>
        ) : (
          <Button size="small" variant="primary" onClick={() => setFilling(true)}>
            按小区补全物业单位
          </Button>
        )}
      </span>
      {isFilling && (
        <FillProperty
          call={call}
          gap={state.value}
          onClose={() => setFilling(false)}
          onListed={(id) => {
            setFilling(false);
            void goTo(`${screenNamed('Imports').path}?import=${id}`);
          }}
        />
      )}
    </section>
  );
}

interface FillPropertyProps {
  call: FeatureDeps['call'];
  gap: Gap;
  onClose: () => void;
  /** The lifts stand in an import, in which each can be looked at before anything is written. */
  onListed: (importId: number) => void;
}

/** The number of lifts that each company gets. Nothing is written here: the lifts are listed, checked and confirmed as an import is. */
function FillProperty({ call, gap, onClose, onListed }: FillPropertyProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const listed = gap.companies.reduce((sum, { elevator_num: count }) => sum + count, 0);
  const left = gap.elevator_num - listed;
  const list = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      onListed((await call(importFillProperty, {}, { quiet: true })).id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败，请稍后重试');
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      title="按小区补全物业单位"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>暂不补全</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void list()}>
            列出 {Math.min(listed, importLimits.rows).toLocaleString('en-US')} 台电梯
          </Button>
        </>
      }
    >
      <div className="property-gap__companies">
        <table>
          <thead>
            <tr>
              <th scope="col">物业单位</th>
              <th scope="col">小区</th>
              <th scope="col">电梯</th>
            </tr>
          </thead>
          <tbody>
            {gap.companies.map(({ property_id: id, property_name: name, community_num: communities, elevator_num }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{communities} 个</td>
                <td>{elevator_num} 台</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p>另有 {left} 台所在的小区没有物业单位，不会补全；请先在“小区管理”中登记。</p>}
      {listed > importLimits.rows && <p>一次最多列出 {importLimits.rows} 台，其余的写入后再补全。</p>}
      <p>接下来逐台列出并检查，确认写入之前不改动任何数据；写入后可整体撤销。已有物业单位的电梯不变。</p>
      {problem !== null && (
        <p className="property-gap__problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
