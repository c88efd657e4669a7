import type { FieldErrors } from '../contract/envelope.ts';
import { alarmEvents, alarmSteps, longestShelfMs, type AlarmEvent } from '../contract/events/alarm.ts';
import { alarmHandlingLabels, alarmKindLabels, alarmPriorityLabels, type StatusIndex } from '../contract/labels.ts';
import { toDisplayTime } from '../contract/time.ts';
import { isPerson, isReported } from './actors.ts';
import { alarmContextSchema, alarmMachine, type AlarmSnapshot } from './alarmMachine.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import { defineLifecycle, type Deadline, type EventDraft, type EventWords, type ExampleData } from './lifecycle.ts';

export const isAlarmClosed = (state: AlarmSnapshot): boolean =>
  state.matches({ raised: { handling: 'completed' } }) || state.matches({ raised: { handling: 'falseAlarm' } });

/** Is it on the list of alarms: open, not shelved, and holding or not yet seen by anybody. */
export const isAlarmVisible = (state: AlarmSnapshot): boolean =>
  state.matches({ raised: { display: 'shown' } }) &&
  !isAlarmClosed(state) &&
  (state.matches({ raised: { condition: 'active' } }) || state.context.acknowledgedBy === null);

function statusIndex(state: AlarmSnapshot): StatusIndex {
  if (state.matches({ raised: { handling: 'completed' } })) return 1;
  if (state.matches({ raised: { handling: 'falseAlarm' } })) return 2;
  return state.matches({ raised: { handling: 'timedOut' } }) ? 3 : 0;
}

function describeState(state: AlarmSnapshot): string {
  const index = statusIndex(state);
  return state.matches('unraised') ? '尚无报警' : `${index} ${alarmHandlingLabels[index]}`;
}

function deadlines(state: AlarmSnapshot): readonly Deadline[] {
  const { raisedAtMs, handleLimitMs, shelvedUntilMs } = state.context;
  const due: Deadline[] = [];
  if (state.matches({ raised: { handling: 'unprocessed' } }))
    due.push({ kind: 'handle', dueAtMs: raisedAtMs + handleLimitMs });
  if (state.matches({ raised: { display: 'shelved' } }) && shelvedUntilMs !== null)
    due.push({ kind: 'shelf', dueAtMs: shelvedUntilMs });
  return due;
}

function eventForDeadline({ kind }: Deadline): EventDraft | undefined {
  return kind === 'handle' || kind === 'shelf' ? { type: 'alarm.deadlinePassed', data: { kind } } : undefined;
}

function explainRefusal(state: AlarmSnapshot, event: AlarmEvent): string {
  const { acknowledgedBy, hidden, priority, shelvedUntilMs } = state.context;
  if (state.matches('unraised')) return '该报警不存在，请刷新后重试';
  if (event.type === 'alarm.raised') return '该报警已存在，请刷新后查看';
  if (
    ['alarm.repeated', 'alarm.worsened', 'alarm.cleared', 'alarm.pictured'].includes(event.type) &&
    !isReported(event.actor)
  )
    return '只有设备可以报告该情况';
  if (event.type === 'alarm.pictured') return '该报警已有图片，保留先收到的一张';
  if (event.type === 'alarm.cleared') return '设备已报告该情况消失';
  if (event.type === 'alarm.hidden') {
    if (hidden) return '该报警记录已删除';
    if (!isAlarmClosed(state)) return '只能删除已处理的报警，请先完成或判定误报';
  }
  if (isAlarmClosed(state))
    return statusIndex(state) === 2 ? '该报警已判定为误报，不能再操作' : '该报警已处理完成，不能再操作';
  if (event.type === 'alarm.acknowledged' && acknowledgedBy !== null) return `${acknowledgedBy.name} 已确认`;
  if (event.type === 'alarm.shelved' && isPerson(event.actor)) {
    if (priority === 1) return '紧急报警不能搁置，请立即处理';
    if (shelvedUntilMs !== null) return '该报警已搁置，如需更改请先取消搁置';
    return '搁置截止时间须晚于现在';
  }
  if (event.type === 'alarm.unshelved' && shelvedUntilMs === null) return '该报警未搁置';
  if (event.type === 'alarm.worsened') return '报警级别没有加重';
  if (event.type === 'alarm.deadlinePassed') return '当前状态不能自动记录超时';
  return `须由人员${alarmSteps[event.type].label}`;
}

const deadlineTitles = { handle: '处理超时', shelf: '搁置到期，恢复显示' } as const;

/** Returns the words of an event for the alarm's timeline. */
function describeEvent(event: AlarmEvent): EventWords {
  const title = alarmSteps[event.type].label;
  switch (event.type) {
    case 'alarm.raised':
      return { title: `发生${alarmKindLabels[event.data.kind]}报警`, detail: event.data.late ? '补报' : '' };
    case 'alarm.repeated':
      return { title: '再次上报', detail: (event.data.times ?? 1) === 1 ? '' : `${event.data.times} 次` };
    case 'alarm.worsened':
      return { title: `加重为${alarmPriorityLabels[event.data.level]}`, detail: '' };
    case 'alarm.cleared':
      return { title: '设备报告已消失', detail: '' };
    case 'alarm.shelved':
      return { title, detail: `至 ${toDisplayTime(event.data.untilMs).slice(5, 16)}，${event.data.reason}` };
    case 'alarm.completed':
      return { title, detail: event.data.note ?? '' };
    case 'alarm.judgedFalse':
    case 'alarm.hidden':
      return { title, detail: event.data.reason };
    case 'alarm.deadlinePassed':
      return { title: deadlineTitles[event.data.kind], detail: '' };
    default:
      return { title, detail: '' };
  }
}

/** No guard, so that an alarm put aside for longer before there was a limit still folds. */
function contradictions(_state: AlarmSnapshot, event: AlarmEvent): FieldErrors['errors'] {
  return event.type === 'alarm.shelved' && event.data.untilMs > event.receivedAtMs + longestShelfMs
    ? [{ field: 'untilMs', message: '最长搁置 8 小时，请选择更早的时间' }]
    : [];
}

/** An alarm as the server decides it and the lists offer it: streams `alarm-<alarm id>`. */
export const alarmLifecycle = defineLifecycle({
  name: 'alarm',
  title: '报警',
  streamPrefix: 'alarm',
  machine: alarmMachine,
  contextSchema: alarmContextSchema,
  schemas: alarmEvents,
  steps: alarmSteps,
  moments: ['raisedAtMs', 'shelvedUntilMs'],
  statusIndex,
  describeState,
  deadlines,
  eventForDeadline,
  isClosed: isAlarmClosed,
  explainRefusal,
  describeEvent,
  contradictions,
  exampleData: (state, receivedAtMs): ExampleData<typeof alarmEvents> => ({
    'alarm.raised': [
      {
        alarmId: 1,
        elevatorId: 1,
        tag: 'DT-0001',
        addr: '1 号楼',
        deviceKey: 'COL-1',
        deviceEventId: 'e-1',
        kind: 'moto',
        level: 2,
        responsible: exampleResponsible,
        handleLimitSeconds: 600,
        late: false,
        clockOff: false,
      },
    ],
    'alarm.repeated': [
      { deviceEventId: 'e-2', late: false },
      { deviceEventId: 'e-9', late: false, times: 7 },
    ],
    'alarm.worsened': [{ deviceEventId: 'e-3', level: state.context.priority === 3 ? 2 : 1 }],
    'alarm.cleared': [{ deviceEventId: 'e-4' }],
    'alarm.pictured': [{ picture: 'AAAAAAAAAAAAAAAAAAAAAA.jpg', deviceEventId: 'e-1' }],
    'alarm.acknowledged': [{}],
    'alarm.shelved': [{ untilMs: receivedAtMs + 1_800_000, reason: '正在施工' }],
    'alarm.unshelved': [{}],
    'alarm.completed': [{}],
    'alarm.judgedFalse': [{ reason: '画面误识别' }],
    'alarm.hidden': [{ reason: '重复记录' }],
    'alarm.deadlinePassed': [{ kind: 'handle' }, { kind: 'shelf' }],
  }),
});
