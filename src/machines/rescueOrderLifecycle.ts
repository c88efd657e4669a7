import { rescueEvents, rescueSteps, type RescueEvent } from '../contract/events/rescue.ts';
import type { ClaimWay } from '../contract/labels.ts';
import type { RescueResult } from '../contract/events/rescueResult.ts';
import {
  rescueStageLabels,
  rescueStatusLabels,
  type BreachKind,
  type RescueStage,
  type StatusIndex,
} from '../contract/labels.ts';
import { isPerson } from './actors.ts';
import { describeRescueEvent } from './describeRescueEvent.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import { rescueContradictions } from './rescueContradictions.ts';
import { defineLifecycle, type Deadline, type EventDraft, type ExampleData } from './lifecycle.ts';
import { handOverDueAtMs, lapseDueAtMs, mostExtensions } from './rescueClaimGuards.ts';
import { breachDueAtMs, escalationDueAtMs, rescueOrderMachine, type RescueSnapshot } from './rescueOrderMachine.ts';
import { rescueContextSchema } from './rescueContext.ts';

/** Finished late shows as finished; this stays true. */
export const isRescueOverdue = (state: RescueSnapshot): boolean => state.context.breaches.length > 0;

export const isRescueClosed = (state: RescueSnapshot): boolean =>
  state.matches('completed') || state.matches('falseCall');

/** The stage as the contract names it; undefined before the call. */
export function rescueStage(state: RescueSnapshot): RescueStage | undefined {
  if (state.matches('pending')) return 'pending';
  if (state.matches('completed')) return 'completed';
  if (state.matches('falseCall')) return 'falseCall';
  const stages = ['accepted', 'dispatched', 'arrived', 'released'] as const;
  return stages.find((stage) => state.matches({ rescuing: stage }));
}

/** Steps that are still to be done, of those that have a deadline. */
function outstandingSteps(state: RescueSnapshot): readonly BreachKind[] {
  const { firstAcceptedAtMs, arrivedAtMs } = state.context;
  if (state.matches('pending')) {
    if (firstAcceptedAtMs === null) return ['respond', 'arrive'];
    // Help that has arrived stays, also when another user takes the call next.
    return arrivedAtMs === null ? ['arrive'] : [];
  }
  return state.matches({ rescuing: 'accepted' }) || state.matches({ rescuing: 'dispatched' }) ? ['arrive'] : [];
}

function statusIndex(state: RescueSnapshot): StatusIndex {
  if (isRescueClosed(state)) return 2;
  if (outstandingSteps(state).some((step) => state.context.breaches.includes(step))) return 3;
  return state.matches('rescuing') ? 1 : 0;
}

function describeState(state: RescueSnapshot): string {
  const [index, stage] = [statusIndex(state), rescueStage(state)];
  return stage === undefined ? '尚无救援单' : `${index} ${rescueStatusLabels[index]} · ${rescueStageLabels[stage]}`;
}

function deadlines(state: RescueSnapshot): readonly Deadline[] {
  const { context } = state;
  const due: Deadline[] = outstandingSteps(state)
    .filter((step) => !context.breaches.includes(step))
    .map((kind) => ({ kind, dueAtMs: breachDueAtMs(context, kind) }));
  if (state.matches('pending')) {
    const level = context.noticeLevel + 1;
    const dueAtMs = escalationDueAtMs(context, level);
    if (dueAtMs !== undefined) due.push({ kind: 'escalate', dueAtMs, data: { level } });
  }
  const lapsesAtMs = state.matches({ rescuing: 'accepted' }) ? lapseDueAtMs(context) : null;
  if (lapsesAtMs !== null) due.push({ kind: 'lapse', dueAtMs: lapsesAtMs });
  const answerDueAtMs = state.matches('rescuing') ? handOverDueAtMs(context) : null;
  if (answerDueAtMs !== null) due.push({ kind: 'handOver', dueAtMs: answerDueAtMs });
  return due;
}

function eventForDeadline({ kind, data }: Deadline): EventDraft | undefined {
  switch (kind) {
    case 'respond':
    case 'arrive':
      return { type: 'rescue.deadlinePassed', data: { kind } };
    case 'lapse':
      return { type: 'rescue.claimLapsed', data: { cause: 'noProgress' } };
    case 'handOver':
      return { type: 'rescue.handOverExpired', data: {} };
    case 'escalate':
      return { type: 'rescue.escalated', data: { level: data?.['level'] ?? 1, reason: 'unanswered' } };
    default:
      return undefined;
  }
}

/** Steps that only the clock takes. */
const automatic: ReadonlySet<string> = new Set([
  'rescue.deadlinePassed',
  'rescue.claimLapsed',
  'rescue.handOverExpired',
]);

/** Older pages read the name in front of 已受理. */
const claimRefusal = (name: string, via: ClaimWay): string => `${name} 已受理${via === 'phone' ? '（电话）' : ''}`;

function explainRefusal(state: RescueSnapshot, event: RescueEvent): string {
  const { claimer, claimVia, hidden, noticeLevel } = state.context;
  const holder = claimer?.name ?? '受理人';
  const stage = rescueStage(state);
  if (stage === undefined) return '该救援单不存在，请刷新后重试';
  if (event.type === 'rescue.raised') return '该救援单已存在，请刷新后查看';
  if (event.type === 'rescue.hidden') {
    if (hidden) return '该救援单已删除';
    if (!isRescueClosed(state)) return '只能删除已关闭的救援单，请先完成或判定误报';
  }
  if (event.type === 'rescue.corrected')
    return isRescueClosed(state)
      ? '只有受理人、结束该单的人或管理员可以更正，请联系他们'
      : '该救援单尚未结束，请在完成时填写正确的数字';
  if (isRescueClosed(state))
    return stage === 'completed' ? '该救援单已完成，不能再操作' : '该救援单已判定为误报，不能再操作';
  if (event.type === 'rescue.accepted' && claimer !== null) return claimRefusal(claimer.name, claimVia);
  if (event.type === 'rescue.judgedFalse' && isPerson(event.actor))
    return claimer === null ? '请先受理并与轿厢通话，再判定误报' : `只有 ${holder} 或督办人员可以判定误报`;
  if ((event.type === 'rescue.handedOver' || event.type === 'rescue.handOverOffered') && claimer !== null) {
    if (event.data.toUserId === claimer.id) return `该救援单已由 ${holder} 负责，请选择其他人`;
    if (event.data.toUserId === state.context.handOver?.to.id)
      return `正在等待 ${state.context.handOver.to.name} 接收，请稍候`;
    return `只有 ${holder} 或督办人员可以转交该救援单`;
  }
  if (event.type === 'rescue.handOverAccepted' || event.type === 'rescue.handOverDeclined')
    return claimer === null ? '转交已失效，该救援单正在重新振铃，请受理' : `转交已失效，该救援单由 ${holder} 负责`;
  if (event.type === 'rescue.extended' && state.matches({ rescuing: 'accepted' }))
    return event.actor.id === claimer?.id
      ? `已延长 ${mostExtensions} 次，不能再延长；请派出救援或转交`
      : `只有 ${holder} 可以延长`;
  if (event.type === 'rescue.escalated' && event.data.level <= noticeLevel) return '这一轮通知已发出，无需重复通知';
  if (event.type === 'rescue.escalated' && escalationDueAtMs(state.context, event.data.level) === undefined)
    return '各轮通知均已发出，请直接电话联系';
  if (!isPerson(event.actor) || automatic.has(event.type)) {
    return `当前状态（${rescueStageLabels[stage]}）不能自动${rescueSteps[event.type].label}`;
  }
  if (stage === 'pending') return `该救援单尚未受理，请先受理再${rescueSteps[event.type].label}`;
  if (event.type === 'rescue.released' && stage !== 'released') return '请先登记到场，再登记脱困';
  if (stage === 'released') return '已登记脱困，请填写人数与原因并完成';
  return `当前状态为“${rescueStageLabels[stage]}”，不能${rescueSteps[event.type].label}`;
}

/** A result that agrees with the people who were registered as released. */
const exampleResult = ({ context }: RescueSnapshot): RescueResult => ({
  peopleNum: Math.max(1, context.releasedNum ?? 1),
  cause: 'door',
  wasTrapped: true,
  injuredNum: 0,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: true,
});

/** A rescue order as the server decides it and the desk offers it: streams `rescue-<order id>`. */
export const rescueLifecycle = defineLifecycle({
  name: 'rescueOrder',
  title: '救援单',
  streamPrefix: 'rescue',
  machine: rescueOrderMachine,
  contextSchema: rescueContextSchema,
  schemas: rescueEvents,
  steps: rescueSteps,
  // A call that no one has taken is closed only by somebody who could have answered it (docs/decisions/0070).
  alsoNeeds: (state, type) => (type === 'rescue.judgedFalse' && state.matches('pending') ? ['rescue.answer'] : []),
  moments: [
    'raisedAtMs',
    'ladderFromMs',
    'progressAtMs',
    'firstAcceptedAtMs',
    'arrivedAtMs',
    'arrivalRecordedAtMs',
    'handOverAtMs',
    'expectedAtMs',
  ],
  statusIndex,
  describeState,
  describeEvent: describeRescueEvent,
  deadlines,
  eventForDeadline,
  isClosed: isRescueClosed,
  explainRefusal,
  contradictions: rescueContradictions,
  exampleData: (state): ExampleData<typeof rescueEvents> => ({
    'rescue.raised': [
      {
        orderId: 1,
        elevatorId: 1,
        tag: 'DT-0001',
        addr: '1 号楼',
        trigger: 'trapped',
        alarmId: null,
        responsible: exampleResponsible,
        arriveLimitMinutes: 30,
        escalateAfterSeconds: [60, 120, 300],
        respondLimitSeconds: 180,
        lapseAfterSeconds: 300,
        late: false,
      },
    ],
    'rescue.joined': [{ trigger: 'SOS', alarmId: null }],
    'rescue.accepted': [{}],
    'rescue.extended': [{ bySeconds: 300 }],
    'rescue.handOverOffered': [{ toUserId: Number.MAX_SAFE_INTEGER, toUserName: '接班人员', answerWithinSeconds: 60 }],
    'rescue.handOverAccepted': [{}],
    'rescue.handOverDeclined': [{}],
    'rescue.handOverExpired': [{}],
    'rescue.handedOver': [{ toUserId: Number.MAX_SAFE_INTEGER, toUserName: '接班人员' }],
    'rescue.claimLapsed': [{ cause: 'noProgress' }, { cause: 'claimerLeft' }],
    'rescue.dispatched': [{ level: 1, who: '维保一组' }],
    'rescue.escalated': [
      { level: state.context.noticeLevel + 1, reason: 'byHand' },
      { level: state.context.noticeLevel + 1, reason: 'unanswered' },
      { level: state.context.noticeLevel + 1, reason: 'rungEmpty' },
    ],
    'rescue.informed': [{ name: '王芳', organization: '阳光物业', channel: 'voice' }],
    'rescue.arrived': [{}],
    'rescue.released': [{ people: 1 }],
    'rescue.selfReleased': [{}],
    'rescue.completed': [exampleResult(state)],
    'rescue.corrected': [
      {
        reason: '与现场核对后更正',
        // A whole result: what stands there may contradict itself, and is what most needs correcting.
        changes: { ...exampleResult(state), calledBack: state.context.result?.calledBack !== true },
      },
    ],
    'rescue.judgedFalse': [{ reason: '误触按钮' }],
    'rescue.noted': [{ text: '已电话安抚' }],
    'rescue.hidden': [{ reason: '重复记录' }],
    'rescue.deadlinePassed': [{ kind: 'respond' }, { kind: 'arrive' }],
  }),
});
