import { useId, useRef } from 'react';
import { alarmPriorityLabels, type RescueTrigger } from '../../contract/labels.ts';
import type { RingingCall } from '../../contract/ringingCall.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { useDialogLayer } from '../../ui/focus/useDialogLayer.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration, formatDuration } from '../../ui/time/formatDuration.ts';
import { CallLimits } from './CallLimits.tsx';
import { LapsedLine } from './LapsedLine.tsx';
import { EndKept } from '../../ui/EndKept/EndKept.tsx';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';
import { partsOfCall, placeOfCall, triggerOfCall } from '../../parts/rescue/ringingText.ts';
import { scannedGroup, scannedGroupLabel } from '../../parts/rescue/scannedGroup.ts';
import { soundTexts } from './soundTexts.ts';
import './AlarmDialog.css';

/** The state of this console's sound: `blocked` by the browser until a click, `muted` by its own volume of 0. */
export type SoundState = 'audible' | 'blocked' | 'muted';

/** The view of the dialog. `claimed`: someone else has it, whether they were first or we answered second. */
export type AlarmDialogView =
  | { readonly kind: 'ringing'; readonly call: RingingCall; readonly failure: string | null }
  | { readonly kind: 'answering'; readonly call: RingingCall }
  | { readonly kind: 'navigating'; readonly call: RingingCall }
  | { readonly kind: 'claimed'; readonly call: RingingCall; readonly message: string };

export interface AlarmDialogProps {
  view: AlarmDialogView;
  /** Further calls that ring, worst first. */
  queue: readonly RingingCall[];
  sound: SoundState;
  /** The server's clock, epoch ms. */
  nowMs: number;
  /** The user who is signed in: a claim that lapsed may have been this user's own. */
  userId?: number;
  onAnswer: () => void;
  /** Seen who has it: on to the next call without waiting. */
  onAcknowledge: () => void;
  onArmSound: () => void;
  /** Puts the dialog aside, for who has a call to work on; null for everyone else. */
  onDock: (() => void) | null;
}

const shownInQueue = 4;

function askOf({ kind, priority, trigger, isOnlyScanned }: RingingCall): string {
  if (kind === 'alarm') return `${alarmPriorityLabels[priority]}报警，请接听并核实`;
  if (isOnlyScanned === true) return '乘客扫码求救，尚未经设备确认，请接听并联系轿厢核实';
  if (trigger === 'phone') return '有人来电报警，请接听后回拨报警人';
  if (trigger === 'rule') return '报警规则要求救援，请先联系轿厢，确认是否有人被困';
  return '轿厢内可能有人被困，请先接听并安抚被困人员';
}

const triggerIcons = {
  trapped: 'eye',
  SOS: 'bell',
  screamForHelp: 'megaphone',
  phone: 'phone',
  QR: 'qrcode',
  rule: 'sliders-h',
} as const satisfies Record<RescueTrigger, IconName>;

const triggerIcon = ({ trigger }: RingingCall): IconName =>
  trigger === undefined ? 'exclamation-triangle' : triggerIcons[trigger];

function SoundBar({ sound, onArmSound }: { sound: SoundState; onArmSound: () => void }) {
  if (sound === 'audible') return null;
  return (
    <div className="ti-alarm__sound" role="status">
      <Icon name="bell-slash" />
      <span>{soundTexts[sound].text}</span>
      <Button size="small" icon="volume-up" onClick={onArmSound}>
        {soundTexts[sound].action}
      </Button>
    </div>
  );
}

function QueueLine({ call, nowMs }: { call: RingingCall; nowMs: number }) {
  return (
    <li>
      <Icon name={call.isOnlyScanned === true ? 'qrcode' : 'bell'} />
      <span className="ti-alarm__queue-where" title={placeOfCall(call)}>
        <EndKept {...partsOfCall(call)} />
        <Spoken>{call.tag}</Spoken>
      </span>
      <span className="ti-alarm__queue-clock">{formatDuration(nowMs - call.raisedAtMs)}</span>
    </li>
  );
}

const groupOf = (calls: readonly RingingCall[]): ReadonlySet<RingingCall> =>
  new Set(scannedGroup(calls, ({ isOnlyScanned = false, raisedAtMs }) => ({ isOnlyScanned, raisedAtMs })));

/** The calls behind the one on the dialog; many scans of a minute are one group, in which each is listed. */
function Queue({ call, queue, nowMs }: { call: RingingCall; queue: readonly RingingCall[]; nowMs: number }) {
  if (queue.length === 0) return null;
  const group = groupOf([call, ...queue]);
  const alone = queue.filter((one) => !group.has(one));
  const scanned = queue.filter((one) => group.has(one));
  return (
    <section className="ti-alarm__queue" aria-label="等待中的其他呼叫">
      <h3>
        另有 <b>{queue.length}</b> 起呼叫等待受理
      </h3>
      <ol>
        {alone.slice(0, shownInQueue).map((one) => (
          <QueueLine key={one.key} call={one} nowMs={nowMs} />
        ))}
      </ol>
      {alone.length > shownInQueue && <p>还有 {alone.length - shownInQueue} 起未列出</p>}
      {scanned.length > 0 && (
        <section aria-label={scannedGroupLabel(scanned.length)}>
          <h4>{scannedGroupLabel(scanned.length)}，未经设备确认，逐起受理</h4>
          <div className="ti-alarm__scanned" tabIndex={0} role="group" aria-label="集中扫码求救的列表">
            <ol>
              {scanned.map((one) => (
                <QueueLine key={one.key} call={one} nowMs={nowMs} />
              ))}
            </ol>
          </div>
        </section>
      )}
    </section>
  );
}

type FootProps = Pick<AlarmDialogProps, 'view' | 'onAnswer' | 'onAcknowledge' | 'onDock'>;

function Foot({ view, onAnswer, onAcknowledge, onDock }: FootProps) {
  switch (view.kind) {
    case 'ringing':
      return (
        <>
          {view.failure !== null && (
            <p className="ti-alarm__failure" role="alert">
              <Icon name="exclamation-circle" />
              {view.failure}
            </p>
          )}
          <Button variant="danger" size="large" icon="phone" onClick={onAnswer} aria-keyshortcuts="F9">
            接听 <kbd>F9</kbd>
          </Button>
          {onDock !== null && (
            <p className="ti-alarm__dock">
              <Button size="small" icon="angle-up" onClick={onDock} aria-keyshortcuts="F8">
                停靠到页面上方 <kbd>F8</kbd>
              </Button>
              <span>先处置手头的救援：仍会响铃，F9 仍可接听。</span>
            </p>
          )}
        </>
      );
    case 'answering':
      return (
        <Button variant="danger" size="large" isBusy>
          正在受理…
        </Button>
      );
    case 'navigating':
      return (
        <p className="ti-alarm__taken" role="status">
          <Icon name="check-circle" />
          已由您受理，正在打开救援处置…
        </p>
      );
    case 'claimed':
      return (
        <>
          <p className="ti-alarm__taken" role="status">
            <Icon name="user" />
            {view.message}
          </p>
          <Button onClick={onAcknowledge}>知道了</Button>
        </>
      );
  }
}

/**
 * A call for help, anywhere in the layout. It cannot be dismissed, and it never takes the focus: what is being typed
 * stays where it is, and no Enter or space meant for something else can answer it. Tab leads into it, never past it.
 */
export function AlarmDialog({
  view,
  queue,
  sound,
  nowMs,
  userId,
  onAnswer,
  onAcknowledge,
  onArmSound,
  onDock,
}: AlarmDialogProps) {
  const titleId = useId();
  const boxRef = useRef<HTMLElement>(null);
  useDialogLayer({ isOpen: true, takesKeyboard: false, boxRef });
  const { call } = view;
  const waitedMs = nowMs - call.raisedAtMs;
  const isOpenCall = view.kind === 'ringing' || view.kind === 'answering';
  return (
    <div className="ti-alarm" data-open={isOpenCall || undefined}>
      <section
        ref={boxRef}
        className="ti-alarm__box"
        role="alertdialog"
        aria-labelledby={titleId}
        tabIndex={-1}
        data-kind={view.kind}
      >
        <header className="ti-alarm__head">
          <span className="ti-alarm__bell">
            <Icon name={isOpenCall ? 'bell' : 'check'} />
          </span>
          <div className="ti-alarm__titles">
            <StatusTag
              label={triggerOfCall(call)}
              tone={isOpenCall ? 'critical' : 'neutral'}
              icon={triggerIcon(call)}
            />
            <h2 id={titleId}>{placeOfCall(call)}</h2>
            <p>{isOpenCall ? askOf(call) : view.kind === 'navigating' ? '由您处置' : '已有人处置，本值班台停止响铃'}</p>
          </div>
          <div className="ti-alarm__clock" role="timer" aria-label={`已等待 ${describeDuration(waitedMs)}`}>
            <span>已等待</span>
            <b>{formatDuration(waitedMs)}</b>
          </div>
        </header>
        <div className="ti-alarm__body">
          {isOpenCall && <LapsedLine call={call} userId={userId} />}
          {isOpenCall && <CallLimits call={call} nowMs={nowMs} />}
          <DescriptionList
            columns={2}
            items={[
              { label: '电梯', value: <Spoken>{call.tag}</Spoken>, copy: call.tag },
              {
                label: '轿厢求救电话',
                value: call.sosTel && <Spoken>{call.sosTel}</Spoken>,
                dial: call.sosTel,
                copy: call.sosTel,
              },
              { label: '所属区域', value: call.fullArea, isWide: true },
            ].filter(({ copy, value }) => call.kind === 'rescue' || (copy ?? value) !== '')}
          />
          <SoundBar sound={sound} onArmSound={onArmSound} />
          <div className="ti-alarm__foot">
            <Foot view={view} onAnswer={onAnswer} onAcknowledge={onAcknowledge} onDock={onDock} />
          </div>
          <Queue call={call} queue={queue} nowMs={nowMs} />
        </div>
        <p className="ti-visually-hidden" role="alert">
          {isOpenCall && `${triggerOfCall(call)}：${placeOfCall(call)}，${call.tag}。按 F9 接听。`}
        </p>
      </section>
    </div>
  );
}
