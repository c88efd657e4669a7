import { repairStatusLabels, type StatusIndex } from '../contract/labels.ts';
import { visitEvents, visitSteps, type VisitEvent } from '../contract/events/visit.ts';
import { openVisitStages, visitStageLabels, type VisitStage } from '../contract/visits/visitKinds.ts';
import { toDisplayTime } from '../contract/time.ts';
import { isPerson, isSystem } from './actors.ts';
import { describeVisitEvent } from './describeVisitEvent.ts';
import { visitExamples } from './exampleVisit.ts';
import { defineLifecycle, type Deadline, type EventDraft } from './lifecycle.ts';
import { isFullySigned, visitContextSchema, visitMachine, type VisitSnapshot } from './visitMachine.ts';

/** The stage as the contract names it; undefined before it was planned. */
export const visitStageOf = (state: VisitSnapshot): VisitStage | undefined =>
  state.value === 'unplanned' ? undefined : state.value;

/** The visit is still to be made. */
export const isVisitOpen = (state: VisitSnapshot): boolean => openVisitStages.some((stage) => state.matches(stage));

const isVisitClosed = (state: VisitSnapshot): boolean =>
  state.matches('signed') || state.matches('replanned') || state.matches('imported');

/** A submitted visit waits for a signature, and no delay of the officer makes it overdue. */
function statusIndex(state: VisitSnapshot): StatusIndex {
  if (isVisitClosed(state)) return 2;
  if (isVisitOpen(state) && state.context.overdue) return 3;
  return state.matches('working') || state.matches('submitted') ? 1 : 0;
}

function describeState(state: VisitSnapshot): string {
  const [index, stage] = [statusIndex(state), visitStageOf(state)];
  return stage === undefined ? '尚未排期' : `${index} ${repairStatusLabels[index]} · ${visitStageLabels[stage]}`;
}

function deadlines(state: VisitSnapshot): readonly Deadline[] {
  const { dueStartMs, overdueAtMs, overdue } = state.context;
  if (!isVisitOpen(state)) return [];
  return [
    ...(state.matches('planned') ? [{ kind: 'due', dueAtMs: dueStartMs }] : []),
    ...(overdue || state.matches('planned') ? [] : [{ kind: 'overdue', dueAtMs: overdueAtMs }]),
  ];
}

function eventForDeadline({ kind }: Deadline): EventDraft | undefined {
  return kind === 'due' || kind === 'overdue' ? { type: 'visit.deadlinePassed', data: { kind } } : undefined;
}

function explainWorker(state: VisitSnapshot, event: VisitEvent): string {
  const { context } = state;
  const named = 'worker' in event.data ? event.data.worker : undefined;
  const worker = context.workers.find(({ personId }) => personId === named?.personId);
  if (worker === undefined) return '您不是该工单的维保人员，请联系本单位管理人员派工';
  if (event.actor.kind === 'user' && worker.userId !== event.actor.id) return '只能以本人账号签到和签名';
  const isIn = context.checkedIn.includes(worker.personId);
  if (event.type === 'visit.checkedIn')
    return isIn ? '您已签到' : `未到可维保时间，${toDisplayTime(context.earliestAtMs).slice(0, 10)} 起可签到`;
  if (!isIn) return '请先签到';
  if (event.type === 'visit.submitted') return '由首位签到的维保人员提交记录，您只需签名';
  return context.checkedIn[0] === worker.personId ? '您的签名随记录提交' : '您已签名';
}

function explainRefusal(state: VisitSnapshot, event: VisitEvent): string {
  const stage = visitStageOf(state);
  const { label } = visitSteps[event.type];
  if (stage === undefined) return '该维保工单不存在，请刷新后重试';
  const { closedBy } = state.context;
  switch (event.type) {
    case 'visit.planned':
    case 'visit.imported':
      return '该维保工单已存在，请刷新后查看';
    case 'visit.deadlinePassed':
      return '当前状态不能自动记录到期';
    case 'visit.judged':
      return isSystem(event.actor) ? '设备佐证已记录' : '设备佐证由平台记录';
    default:
  }
  if (!isPerson(event.actor) && event.type !== 'visit.replanned') return `须由人员${label}`;
  if (isVisitClosed(state))
    return stage === 'replanned'
      ? '该工单已改排，请处理新的维保工单'
      : `${closedBy?.name ?? '其他人'} 已${stage === 'imported' ? '导入' : '会签'}，记录不再改变，如需更正请补充说明`;
  switch (event.type) {
    case 'visit.checkedIn':
    case 'visit.cosigned':
      return explainWorker(state, event);
    case 'visit.submitted':
      if (stage === 'submitted') return '记录已提交，请勿重复提交';
      return stage === 'working' ? explainWorker(state, event) : '请先签到';
    case 'visit.countersigned':
    case 'visit.rejected':
      if (stage !== 'submitted') return `维保记录尚未提交，不能${label}`;
      return isFullySigned(state.context) ? `须由人员${label}` : '维保人员尚未全部签名，暂不能会签';
    case 'visit.assigned':
      return stage === 'submitted' ? '记录已提交，不能再派工' : '已签到的维保人员须保留';
    case 'visit.brokenOff':
      return stage === 'submitted' ? '记录已提交，不能中止' : '尚未签到，无需中止';
    case 'visit.enteredFromPaper':
      return stage === 'working' ? '维保人员已签到作业，请在手机上提交' : '记录已提交，不能再补录';
    case 'visit.amended':
      return '记录提交后才能补充说明';
    default:
      return stage === 'working' ? '维保人员正在作业，不能改排' : '记录已提交，不能改排';
  }
}

/** A maintenance visit to a lift: streams `visit-<visit id>`. */
export const visitLifecycle = defineLifecycle({
  name: 'visit',
  title: '维保工单',
  streamPrefix: 'visit',
  machine: visitMachine,
  contextSchema: visitContextSchema,
  schemas: visitEvents,
  steps: visitSteps,
  // Due days are days of the calendar, so they stay where they are when the clock is set right; only what was measured moves.
  moments: ['submittedAtMs'],
  statusIndex,
  describeState,
  describeEvent: describeVisitEvent,
  deadlines,
  eventForDeadline,
  isClosed: isVisitClosed,
  explainRefusal,
  exampleData: visitExamples,
});
