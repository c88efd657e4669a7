import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import { elevatorPlates } from '../../contract/endpoints/plate.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { HeaderTabs } from '../../ui/HeaderTabs/HeaderTabs.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { PrintPreview } from '../../ui/print/PrintPreview.tsx';
import { judgeBaseUrl } from '../../parts/place/judgeBaseUrl.ts';
import { plateFormLink, plateForms, readPlateAddress, type PlateAddress } from './plateAddress.ts';
import { missingOf } from './missingOf.ts';
import { PlateSheets } from './PlateSheets.tsx';

type Plates = OutputOf<typeof elevatorPlates>;

function Note({ tone, text }: { tone?: 'high' | 'medium'; text: string }) {
  return (
    <p className="plate-note" data-tone={tone}>
      <Icon name={tone === undefined ? 'info-circle' : 'exclamation-triangle'} />
      <span>{text}</span>
    </p>
  );
}

function Missing({ plates }: { plates: Plates['list'] }) {
  return missingOf(plates).map(({ what, tags, count }) => (
    <Note
      key={what}
      tone="medium"
      text={`${count} 台没有${what}，标牌上将是空白：${tags.join('、')}${count > tags.length ? ' 等' : ''}。请先在“电梯管理”或单位管理中补全，再打印。`}
    />
  ));
}

function Notes({ plates, address }: { plates: Plates; address: PlateAddress }) {
  const warning = judgeBaseUrl(plates.base_url, plates.is_base_url_set);
  const unseen = address.ids.length - plates.list.length;
  return (
    <>
      {warning !== undefined && <Note {...warning} />}
      {address.leftOut > 0 && (
        <Note tone="medium" text={`一次最多打印 80 台，另有 ${address.leftOut} 台请分次打印。`} />
      )}
      {unseen > 0 && <Note tone="medium" text={`${unseen} 台电梯不存在，或不在您的管辖范围内，没有列出。`} />}
      <Missing plates={plates.list} />
      <Note text="打印时请选“实际大小”（100%），不加页眉页脚，并打开“背景图形”。" />
    </>
  );
}

function Sheets({ plates, address }: { plates: LoadState<Plates>; address: PlateAddress }) {
  if (plates.kind === 'loading') return <p role="status">正在读取电梯…</p>;
  if (plates.kind === 'failed')
    return plates.failure === 'denied' ? (
      <DeniedState message={plates.message} />
    ) : (
      <ErrorState title="无法读取电梯" message={`${plates.message}。正在自动重试。`} />
    );
  if (plates.value.list.length === 0)
    return <EmptyState title="没有可以打印的电梯" hint="它们不存在，或不在您的管辖范围内。" icon="question-circle" />;
  return <PlateSheets plates={plates.value.list} form={address.form} hotline={plates.value.hotline} />;
}

function Preview({ deps, address, onClose }: { deps: FeatureDeps; address: PlateAddress; onClose: () => void }) {
  const ids = address.ids.join(',');
  const plates$ = useMemo(() => loadWithRetry(() => deps.call(elevatorPlates, { ids }, { quiet: true })), [deps, ids]);
  const plates = useObservable<LoadState<Plates>>(plates$, loading);
  return (
    <PrintPreview
      label="打印标牌"
      isReady={plates.kind === 'ready' && plates.value.list.length > 0}
      tools={
        <HeaderTabs
          label="打印什么"
          tabs={plateForms.map(({ id, label }) => ({
            id,
            label,
            to: plateFormLink(address, id),
            isActive: id === address.form,
          }))}
        />
      }
      notes={plates.kind === 'ready' ? <Notes plates={plates.value} address={address} /> : undefined}
      onPrint={() => window.print()}
      onClose={onClose}
    >
      <Sheets plates={plates} address={address} />
    </PrintPreview>
  );
}

/** The plates and codes of chosen lifts for the printer: `?ids=3,17&form=sheet`. */
export function ElevatorPlatesPage({ deps }: { deps: FeatureDeps }) {
  const [params] = useSearchParams();
  const goTo = useNavigate();
  const address = readPlateAddress(params);
  if (address.ids.length > 0)
    return <Preview deps={deps} address={address} onClose={() => void goTo('/base-data/elevator-management')} />;
  return (
    <div className="plates-unchosen">
      <PageHeader title="打印标牌" />
      <Panel>
        <EmptyState
          title="还没有选择电梯"
          hint="请在“电梯管理”的一行中选“标牌”，或筛选后选“打印本页标牌”。"
          icon="print"
        />
      </Panel>
    </div>
  );
}
