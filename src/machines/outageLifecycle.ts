import {
  outageEvents,
  outageStateLabels,
  outageSteps,
  type OutageEvent,
  type OutageState,
} from '../contract/events/outage.ts';
import type { StatusIndex } from '../contract/labels.ts';
import { toDisplayTime } from '../contract/time.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import { defineLifecycle, type Deadline, type EventDraft, type EventWords, type ExampleData } from './lifecycle.ts';
import { outageContextSchema, outageMachine, type OutageSnapshot } from './outageMachine.ts';

/** The state as the contract names it; undefined before it was planned. */
export const outageStageOf = ({ value }: OutageSnapshot): OutageState | undefined =>
  value === 'unplanned' ? undefined : value;

const indexes: Readonly<Record<OutageState, StatusIndex>> = {
  planned: 0,
  active: 1,
  ended: 2,
  cancelled: 2,
  overrun: 3,
};

function statusIndex(state: OutageSnapshot): StatusIndex {
  const stage = outageStageOf(state);
  return stage === undefined ? 0 : indexes[stage];
}

function describeState(state: OutageSnapshot): string {
  const stage = outageStageOf(state);
  return stage === undefined ? '尚未安排' : outageStateLabels[stage];
}

function deadlines(state: OutageSnapshot): readonly Deadline[] {
  const { fromMs, toMs } = state.context;
  if (state.matches('planned')) return [{ kind: 'begin', dueAtMs: fromMs }];
  return state.matches('active') ? [{ kind: 'end', dueAtMs: toMs }] : [];
}

function eventForDeadline({ kind }: Deadline): EventDraft | undefined {
  if (kind === 'begin') return { type: 'outage.begun', data: {} };
  return kind === 'end' ? { type: 'outage.overran', data: {} } : undefined;
}

function explainRefusal(state: OutageSnapshot, event: OutageEvent): string {
  const stage = outageStageOf(state);
  if (stage === undefined)
    return event.type === 'outage.planned'
      ? '停梯须由人员安排，结束时间须晚于开始时间和现在'
      : '该停梯安排不存在，请刷新后重试';
  const label = outageStateLabels[stage];
  switch (event.type) {
    case 'outage.planned':
      return '该停梯已安排，请刷新后查看';
    case 'outage.extended':
      return stage === 'ended' || stage === 'cancelled'
        ? `该停梯${label}，不能延长；请重新安排`
        : '须由人员延长，新的结束时间须晚于原来的结束时间和现在';
    case 'outage.ended':
      if (stage === 'planned') return '停梯还没有开始，如不再需要请取消';
      return stage === 'active' || stage === 'overrun' ? '须由人员确认恢复运行' : `该停梯${label}，无需再确认`;
    case 'outage.cancelled':
      if (stage === 'planned') return '须由人员取消';
      return stage === 'active' || stage === 'overrun'
        ? '停梯已经开始，不能取消；电梯恢复后请确认恢复运行'
        : `该停梯${label}，不能取消`;
    default:
      return `该停梯${label}，不能记录“${outageSteps[event.type].label}”`;
  }
}

const minuteOf = (atMs: number): string => toDisplayTime(atMs).slice(0, 16);

/** Returns the words of an event for the outage's record. */
function describeEvent(event: OutageEvent): EventWords {
  const title = outageSteps[event.type].label;
  switch (event.type) {
    case 'outage.planned':
      return { title, detail: `${minuteOf(event.data.fromMs)} 至 ${minuteOf(event.data.toMs)}，${event.data.reason}` };
    case 'outage.extended':
      return { title, detail: `至 ${minuteOf(event.data.toMs)}` };
    case 'outage.ended':
      return { title, detail: event.data.note };
    case 'outage.cancelled':
      return { title, detail: event.data.reason };
    default:
      return { title, detail: '' };
  }
}

/** A planned outage of one lift: streams `outage-<id>`. */
export const outageLifecycle = defineLifecycle({
  name: 'outage',
  title: '计划停梯',
  streamPrefix: 'outage',
  machine: outageMachine,
  contextSchema: outageContextSchema,
  schemas: outageEvents,
  steps: outageSteps,
  moments: ['fromMs', 'toMs'],
  statusIndex,
  describeState,
  describeEvent,
  deadlines,
  eventForDeadline,
  isClosed: (state) => state.matches('ended') || state.matches('cancelled'),
  explainRefusal,
  exampleData: (state, receivedAtMs): ExampleData<typeof outageEvents> => ({
    'outage.planned': [
      {
        outageId: 1,
        elevatorId: 1,
        tag: 'DT-0001',
        addr: '1 号楼',
        fromMs: receivedAtMs,
        toMs: receivedAtMs + 14_400_000,
        reason: '更换曳引钢丝绳',
        responsible: exampleResponsible,
      },
    ],
    'outage.begun': [{}],
    'outage.extended': [{ toMs: Math.max(state.context.toMs, receivedAtMs) + 3_600_000 }],
    'outage.ended': [{ note: '' }],
    'outage.cancelled': [{ reason: '改期' }],
    'outage.overran': [{}],
  }),
});
