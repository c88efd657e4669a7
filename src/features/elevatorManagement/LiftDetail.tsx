import { useMemo, useState, type ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loadState.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { LiftChanges } from './LiftChanges.tsx';
import { LiftCompanies } from './LiftCompanies.tsx';
import { LiftCameras, LiftDevices } from './devices/LiftDevices.tsx';
import { LiftFacts } from './LiftFacts.tsx';
import type { LiftRecord, LiftSources } from './liftSources.ts';
import './LiftDetail.css';

/** What a load gives, or what stands in its place until then. */
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
      if (state.failure === 'denied') return <DeniedState message={state.message} />;
      if (state.failure === 'notFound')
        return <EmptyState title={`找不到该${noun}`} hint="它不存在，或不在您的管辖范围内。" icon="question-circle" />;
      return <ErrorState title={`无法读取${noun}`} message={`${state.message}。正在自动重试。`} />;
    case 'ready':
      return children(state.value);
  }
}

const tabs = [
  { id: 'facts', label: '基本信息' },
  { id: 'companies', label: '单位' },
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
  const isOffered = (candidate: TabId): boolean => {
    return candidate === 'facts' || candidate === 'companies' || canSee[candidate];
  };
  // Another version of the row is another reading.
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what is read
  const lift$ = useMemo(() => sources.lift$(id), [sources, id, version]);
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what is read
  const changes$ = useMemo(() => sources.changes$(id), [sources, id, version]);
  const facts = (draw: (lift: LiftRecord) => ReactNode): ReactNode => (
    <Loaded source$={lift$} noun="电梯">
      {draw}
    </Loaded>
  );
  return (
    <div className="lift-detail">
      <div className="lift-detail__tabs" role="tablist" aria-label="电梯资料">
        {tabs
          .filter((candidate) => isOffered(candidate.id))
          .map((candidate) => (
            <button
              key={candidate.id}
              type="button"
              role="tab"
              aria-selected={candidate.id === tab}
              onClick={() => setTab(candidate.id)}
            >
              {candidate.label}
            </button>
          ))}
      </div>
      <div role="tabpanel" aria-label={tabs.find((candidate) => candidate.id === tab)?.label}>
        {tab === 'facts' && facts((lift) => <LiftFacts lift={lift} />)}
        {tab === 'companies' && facts((lift) => <LiftCompanies lift={lift} />)}
        {tab === 'devices' && <LiftDevices deps={deps} elevatorId={id} />}
        {tab === 'cameras' && <LiftCameras deps={deps} elevatorId={id} tag={tag} />}
        {tab === 'changes' && (
          <Loaded source$={changes$} noun="变更记录">
            {(changes) => <LiftChanges {...changes} />}
          </Loaded>
        )}
      </div>
    </div>
  );
}
