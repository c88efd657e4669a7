import { useMemo, useState, type ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { LastProven } from '../../parts/lift/LastProven.tsx';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PanelTabs } from '../../ui/PanelTabs/PanelTabs.tsx';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { LiftChanges } from './LiftChanges.tsx';
import { LiftCompanies } from './LiftCompanies.tsx';
import { LiftCameras, LiftDevices } from './devices/LiftDevices.tsx';
import { LiftFiles } from './LiftFiles.tsx';
import { LiftFacts } from './LiftFacts.tsx';
import type { LiftRecord, LiftSources } from './liftSources.ts';
import './LiftDetail.css';

/** The result of a load, or what to show until then. */
function Loaded<Value>({
  source$,
  noun,
  children,
}: {
  source$: Observable<LoadState<Value>>;
  noun: string;
  children: (value: Value) => ReactNode;
}) {
  const state = useObservable(source$, loading);
  switch (state.kind) {
    case 'loading':
      return <p className="lift-detail__quiet">正在读取{noun}…</p>;
    case 'failed':
      return <FailedRecord failed={state} noun={noun} />;
    case 'ready':
      return children(state.value);
  }
}

const tabs = [
  { id: 'facts', label: '基本信息' },
  { id: 'companies', label: '单位' },
  { id: 'files', label: '资料' },
  { id: 'devices', label: '设备' },
  { id: 'cameras', label: '摄像头' },
  { id: 'changes', label: '变更记录' },
] as const;
type TabId = (typeof tabs)[number]['id'];

export interface LiftDetailProps {
  id: number;
  /** As the list has it; another version is read again. */
  version: number | null;
  sources: LiftSources;
  /** Its name; null where it is not on the list's page. */
  tag: string | null;
  /** Made once: the devices of a lift are watched, and changed. */
  deps: FeatureDeps;
  /** Without the permission for the audit log there is no history; likewise devices and cameras. */
  canSee: { readonly changes: boolean; readonly devices: boolean; readonly cameras: boolean };
}

/** One lift beside the list: what the register knows of it, in parts. */
export function LiftDetail({ id, version, sources, tag, deps, canSee }: LiftDetailProps) {
  const [tab, setTab] = useState<TabId>('facts');
  const isOffered = (candidate: TabId): boolean =>
    candidate === 'facts' || candidate === 'companies' || candidate === 'files' || canSee[candidate];
  // Another version of the row is another reading.
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what is read
  const lift$ = useMemo(() => sources.lift$(id), [sources, id, version]);
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what is read
  const changes$ = useMemo(() => sources.changes$(id), [sources, id, version]);
  const proven$ = useMemo(() => sources.proven$(id), [sources, id]);
  const proven = useObservable(proven$, loading);
  const chain = useObservable(sources.chain$, loading);
  const nowMs = useNowMs();
  const facts = (draw: (lift: LiftRecord) => ReactNode): ReactNode => (
    <Loaded source$={lift$} noun="电梯">
      {draw}
    </Loaded>
  );
  return (
    <div className="lift-detail">
      <PanelTabs
        label="电梯资料"
        tabs={tabs.filter(({ id: offered }) => isOffered(offered))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'facts' &&
          facts((lift) => (
            <>
              <LiftFacts lift={lift} />
              <h3>最近证实</h3>
              <LastProven proven={proven} chain={chain} nowMs={nowMs} />
            </>
          ))}
        {tab === 'companies' && facts((lift) => <LiftCompanies lift={lift} />)}
        {tab === 'files' && <LiftFiles deps={deps} elevatorId={id} />}
        {tab === 'devices' && <LiftDevices deps={deps} elevatorId={id} />}
        {tab === 'cameras' && <LiftCameras deps={deps} elevatorId={id} tag={tag} />}
        {tab === 'changes' && (
          <Loaded source$={changes$} noun="变更记录">
            {(changes) => <LiftChanges {...changes} />}
          </Loaded>
        )}
      </PanelTabs>
    </div>
  );
}
