import { useState } from 'react';
import { Link } from 'react-router-dom';
import { alarmWhy } from '../../contract/endpoints/whyRang.ts';
import { exceptionTypeLabels, type AlarmKind } from '../../contract/labels.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { handlingTag, isClosedAlarm, kindTag, suppressionLabels } from '../../parts/lift/alarmTones.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { shownEvent } from '../../parts/rescue/rescuePresentation.ts';
import { WhyRangButton } from '../../parts/ringing/WhyRangButton.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { DescriptionList, type Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Timeline } from '../../ui/Timeline/Timeline.tsx';
import type { AlarmDetailData, AlarmSources } from './alarmSources.ts';
import { oneTarget, type AlarmTarget } from './alarmTargets.ts';
import { LiftNow } from './LiftNow.tsx';
import { stepButtons } from './stepsOfDetail.ts';
import type { StepName } from './useAlarmSteps.tsx';

interface AlarmDetailProps {
  id: number;
  deps: FeatureDeps;
  sources: AlarmSources;
  onStep: (event: StepName, target: AlarmTarget) => void;
}

/** Returns the facts of one alarm's record. */
function factsOf(alarm: AlarmDetailData): Description[] {
  const facts: readonly Description[] = [
    { label: '小区', value: alarm.community_name },
    { label: '地址', value: alarm.addr },
    { label: '区域', value: alarm.full_area, isWide: true },
    { label: '报警时间', value: toDisplayTime(alarm.created_at) },
    { label: '消除时间', value: alarm.cleared_at === null ? '' : toDisplayTime(alarm.cleared_at) },
    { label: '上报次数', value: `${alarm.repeat_num + 1} 次` },
    { label: '上报设备', value: alarm.device_key },
    { label: '确认人', value: alarm.acknowledged_by },
    {
      label: '搁置',
      value:
        alarm.shelved_until === undefined
          ? ''
          : `至 ${toDisplayTime(alarm.shelved_until).slice(5, 16)}，${alarm.shelve_reason ?? ''}（${alarm.shelved_by ?? ''}）`,
      isWide: true,
    },
    {
      label: '抑制',
      value: alarm.suppressed_by === undefined ? '' : `${suppressionLabels[alarm.suppressed_by]}，计数但不列为待处理`,
      isWide: true,
    },
    { label: '时钟', value: alarm.clock_off ? '设备时钟偏差超过 2 分钟' : '', isWide: true },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** Kinds detected by a camera, whose picture arrives after the event. */
const pictured: ReadonlySet<AlarmKind> = new Set(['moto', 'gasCylinder', 'breakElevator', 'fall_down']);

/** The camera's picture, once it has arrived. */
function Picture({ alarm: { picture, kind, tag } }: { alarm: AlarmDetailData }) {
  if (picture !== undefined) return <Photos names={[picture]} label={`${tag} 的报警抓拍`} />;
  return pictured.has(kind) ? (
    <p className="ea-detail__nothing">
      <Icon name="image" />
      图片未到
    </p>
  ) : null;
}

const exceptionPages = {
  2: ['electric-scooter', 'electric-scooter-history'],
  3: ['fault-fault', 'fault-fault-history'],
  4: ['fault-event', 'fault-records-history'],
} as const;

/** The work item's page: the open ones or the history. */
const exceptionAddress = ({ id, type, is_open: isOpen }: NonNullable<AlarmDetailData['exception']>): string =>
  `/alarm-center/${exceptionPages[type][isOpen ? 0 : 1]}?id=${id}`;

/** One alarm beside the list: its facts, the steps the user may take, and its timeline. */
export function AlarmDetail({ id, deps, sources, onStep }: AlarmDetailProps) {
  const [detail$] = useState(() => sources.detail$(id));
  const state = useObservable<LoadState<AlarmDetailData>>(detail$, loading);
  switch (state.kind) {
    case 'loading':
      return <p className="ea-detail__quiet">正在读取报警…</p>;
    case 'failed':
      return <FailedRecord failed={state} noun="报警" />;
    case 'ready':
      return <Loaded alarm={state.value} deps={deps} onStep={onStep} />;
  }
}

function Loaded({ alarm, deps, onStep }: Pick<AlarmDetailProps, 'deps' | 'onStep'> & { alarm: AlarmDetailData }) {
  const { call, can, openRecording } = deps;
  return (
    <div className="ea-detail">
      <div className="ea-detail__head">
        <StatusTag {...kindTag(alarm)} />
        <StatusTag {...handlingTag(alarm)} />
        <StatusTag label={alarm.levelName} tone="neutral" icon="flag" />
        {!isClosedAlarm(alarm) && (
          <StatusTag label={alarm.active ? '仍在发生' : '已消失'} tone={alarm.active ? 'info' : 'neutral'} />
        )}
      </div>
      <div className="ea-detail__steps">
        {stepButtons(alarm.allowed_actions ?? []).map(({ event, label, icon }, index) => (
          <Button
            key={event}
            variant={index === 0 ? 'primary' : 'quiet'}
            icon={icon}
            onClick={() => onStep(event, oneTarget(alarm))}
          >
            {label}
          </Button>
        ))}
      </div>
      {alarm.closed_by_note !== undefined && (
        <p className="ea-detail__note">
          {alarm.closed_by_note}{' '}
          {alarm.rescue_order_id !== null && <Link to={`/alarm-center?id=${alarm.rescue_order_id}`}>打开救援单</Link>}
        </p>
      )}
      {alarm.exception !== undefined && (
        <p className="ea-detail__note">
          {exceptionTypeLabels[alarm.exception.type]} {alarm.exception.id}
          {alarm.exception.is_open ? ' 正在处理。' : ' 已结束。'}
          <Link to={exceptionAddress(alarm.exception)}>查看</Link>
        </p>
      )}
      <p className="ea-detail__lift">
        <Link to={`/elevator-screening?id=${alarm.elevator_id}`}>{alarm.tag}</Link>
        {alarm.level === 1 && (
          <Button
            size="small"
            variant="plain"
            icon="history"
            onClick={() => openRecording({ kind: 'alarm', id: alarm.id })}
          >
            事发前 5 分钟
          </Button>
        )}
        <WhyRangButton
          label="为何响铃或未响铃"
          subject={`报警 ${alarm.id}`}
          load={() => call(alarmWhy, { id: alarm.id }, { quiet: true })}
        />
      </p>
      <Picture alarm={alarm} />
      <DescriptionList items={factsOf(alarm)} columns={2} />
      {can('elevator.view') && can('device.view') && <LiftNow elevatorId={alarm.elevator_id} deps={deps} />}
      <h3>时间线</h3>
      <Timeline entries={(alarm.timeline ?? []).map(shownEvent)} />
    </div>
  );
}
