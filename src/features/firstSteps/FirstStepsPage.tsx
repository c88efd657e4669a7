import { useMemo, useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Subject } from 'rxjs';
import {
  isSiteReady,
  isStepDone,
  setupSteps,
  siteSetup,
  type SetupStep,
  type SiteSetup,
} from '../../contract/endpoints/setup.ts';
import { changeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { HotlineStep, LiftStep, PeopleStep, RegionStep, TlsStep, type StepProps } from './StepPanels.tsx';
import { TestCallStep } from './TestCallStep.tsx';
import './FirstSteps.css';

const panels: Readonly<Record<SetupStep, { readonly title: string; readonly Body: ComponentType<StepProps> }>> = {
  region: { title: '区域', Body: RegionStep },
  hotline: { title: '救援热线', Body: HotlineStep },
  tls: { title: '加密与网址', Body: TlsStep },
  people: { title: '首批人员', Body: PeopleStep },
  lift: { title: '首台电梯', Body: LiftStep },
  call: { title: '测试呼叫', Body: TestCallStep },
};

const isStep = (text: string | null): text is SetupStep => setupSteps.some((step) => step === text);

function noteOf(setup: SiteSetup): string {
  if (setup.is_demo) return '这是演示城市，各步均已有数据';
  if (isSiteReady(setup)) return '已能接警。可以随时回到这里核对';
  const done = setupSteps.filter((step) => isStepDone(setup, step)).length;
  return `已完成 ${done} / ${setupSteps.length} 步。进度由现有数据得出，可以随时离开，稍后继续`;
}

function Wizard({ deps, setup, onDone }: StepProps) {
  const [params] = useSearchParams();
  const [first] = useState(() => setupSteps.find((step) => !isStepDone(setup, step)) ?? 'region');
  const asked = params.get('step');
  const shown = isStep(asked) ? asked : first;
  const { title, Body } = panels[shown];
  const next = setupSteps[setupSteps.indexOf(shown) + 1];
  return (
    <div className="setup">
      <nav aria-label="开站步骤">
        <ol className="setup-steps">
          {setupSteps.map((step, index) => {
            const isDone = isStepDone(setup, step);
            return (
              <li key={step}>
                <Link to={`?step=${step}`} data-done={isDone} aria-current={step === shown ? 'step' : undefined}>
                  <Icon name={isDone ? 'check-circle' : 'circle'} />
                  {index + 1}. {panels[step].title}
                  <span className="ti-visually-hidden">{isDone ? '（已完成）' : '（未完成）'}</span>
                </Link>
              </li>
            );
          })}
        </ol>
      </nav>
      <Panel title={title}>
        <div className="setup-body">
          <Body deps={deps} setup={setup} onDone={onDone} />
          {next !== undefined && (isStepDone(setup, shown) || shown === 'tls') && (
            <p>
              <Link to={`?step=${next}`}>下一步：{panels[next].title}</Link>
            </p>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** The steps of a site's first administrator until a call can be answered; `?step=people` is one step. */
export function FirstStepsPage({ deps }: { deps: FeatureDeps }) {
  const [saved$] = useState(() => new Subject<void>());
  const setup$ = useMemo(
    () =>
      watchLatest({
        load: () => deps.call(siteSetup, {}, { quiet: true }),
        events$: deps.live.events$,
        concerns: (event) => changeOf(event)?.stream === 'rescue',
        reload$: saved$,
      }),
    [deps, saved$],
  );
  const setup = useObservable<LoadState<SiteSetup>>(setup$, loading);
  return (
    <>
      <PageHeader title="开站向导" note={setup.kind === 'ready' ? noteOf(setup.value) : undefined} />
      {setup.kind === 'loading' && <p role="status">正在读取开站进度…</p>}
      {setup.kind === 'failed' &&
        (setup.failure === 'denied' ? (
          <DeniedState message={setup.message} />
        ) : (
          <ErrorState title="无法读取开站进度" message={`${setup.message}。正在自动重试。`} />
        ))}
      {setup.kind === 'ready' && <Wizard deps={deps} setup={setup.value} onDone={() => saved$.next()} />}
    </>
  );
}
