import { incidentStageLabels, type IncidentStage } from '../contract/exceptions.ts';
import { incidentEvents, incidentSteps, type IncidentEvent } from '../contract/events/incident.ts';
import { repairStatusLabels, type StatusIndex } from '../contract/labels.ts';
import { isPerson, isReported } from './actors.ts';
import { describeIncidentEvent } from './describeIncidentEvent.ts';
import { exampleOpening, examplePhonedOpening, exampleRepeat } from './exampleException.ts';
import { exceptionDeadline, exceptionMoments, handleDeadlines } from './exceptionContext.ts';
import {
  incidentContextSchema,
  incidentMachine,
  isGroup,
  liftsOf,
  unsweptLifts,
  type IncidentContext,
  type IncidentSnapshot,
} from './incidentMachine.ts';
import { defineLifecycle, type ExampleData } from './lifecycle.ts';

/** The stage as the contract names it; undefined before the first report. */
export function incidentStageOf(state: IncidentSnapshot): IncidentStage | undefined {
  const stages = ['opened', 'checking', 'closed'] as const;
  return stages.find((stage) => state.matches({ reported: { handling: stage } }));
}

export const isIncidentClosed = (state: IncidentSnapshot): boolean => incidentStageOf(state) === 'closed';

/** Does a device still report it; of several lifts, at least one. */
export const isIncidentActive = (state: IncidentSnapshot): boolean =>
  state.matches({ reported: { condition: 'active' } });

function statusIndex(state: IncidentSnapshot): StatusIndex {
  switch (incidentStageOf(state)) {
    case 'closed':
      return 2;
    case 'checking':
      return 1;
    default:
      return state.context.isLimitMissed ? 3 : 0;
  }
}

function describeState(state: IncidentSnapshot): string {
  const [index, stage] = [statusIndex(state), incidentStageOf(state)];
  return stage === undefined ? '尚无事件' : `${index} ${repairStatusLabels[index]} · ${incidentStageLabels[stage]}`;
}

/** The most lifts that one message names; a whole community may lose power. */
const mostNamed = 5;

function remainingWords(context: IncidentContext): string {
  const remaining = unsweptLifts(context);
  const tags = remaining.slice(0, mostNamed).map(({ tag }) => tag);
  return `还有 ${remaining.length} 台未确认：${tags.join('、')}${remaining.length > mostNamed ? ' 等' : ''}`;
}

type OfCar = Extract<IncidentEvent, { type: 'incident.swept' | 'incident.unswept' }>;

function sweepRefusal(context: IncidentContext, event: OfCar): string {
  const { elevatorId } = event.data;
  const lift = liftsOf(context).find((one) => one.elevatorId === elevatorId);
  if (lift === undefined) return '该电梯不在此事件中，请刷新后重新选择';
  const by = context.swept.find((one) => one.elevatorId === elevatorId)?.by;
  if (event.type === 'incident.unswept') return `${lift.tag} 尚未确认轿厢无人，无需撤回`;
  if (by !== undefined) return `${lift.tag} 已由 ${by} 确认轿厢无人`;
  const { callOrderId, peopleNum } = event.data;
  if (callOrderId !== undefined) return `${lift.tag} 有人求救，请先处理救援单 ${callOrderId}`;
  return `${lift.tag} 的设备报告轿厢内有 ${peopleNum ?? 1} 人，请先联系轿厢；须到现场查看后才能确认无人`;
}

function reportRefusal({ context }: IncidentSnapshot, event: IncidentEvent): string {
  switch (event.type) {
    case 'incident.joined':
      return isGroup(context) ? `${event.data.tag} 已在此事件中` : '该事件只涉及一台电梯，不能并入其他电梯';
    case 'incident.absorbed':
      return '该事件涉及多台电梯，不能并入另一事件';
    case 'incident.ended':
      return isGroup(context) ? '该事件涉及多台电梯，须由人员逐台确认后关闭' : '设备已报告结束';
    case 'incident.restored':
      return liftsOf(context).some(({ elevatorId }) => elevatorId === event.data.elevatorId)
        ? '设备已报告恢复'
        : '该电梯不在此事件中';
    default:
      return '当前状态不能自动记录超时';
  }
}

/** Steps that a device, the rules or the clock take. */
const reports: ReadonlySet<string> = new Set([
  'incident.joined',
  'incident.absorbed',
  'incident.restored',
  'incident.ended',
  'incident.deadlinePassed',
]);

function explainRefusal(state: IncidentSnapshot, event: IncidentEvent): string {
  const { context } = state;
  const stage = incidentStageOf(state);
  const { label } = incidentSteps[event.type];
  if (stage === undefined) return '该事件不存在，请刷新后重试';
  if (event.type === 'incident.opened') return '该事件已存在，请刷新后查看';
  const closedWords = `${context.closedBy?.name ?? '其他人'} 已关闭该事件，不能再操作`;
  if (reports.has(event.type)) {
    if (!isReported(event.actor)) return '只有设备或系统可以报告该情况';
    const isLateReport = event.type === 'incident.ended' || event.type === 'incident.restored';
    return isIncidentClosed(state) && !isLateReport ? closedWords : reportRefusal(state, event);
  }
  if (event.type === 'incident.repeated') return closedWords;
  if (!isPerson(event.actor)) return `须由人员${label}`;
  if (event.type === 'incident.hidden') return context.hidden ? '该事件记录已删除' : '只能删除已关闭的事件，请先关闭';
  if (isIncidentClosed(state)) return closedWords;
  if (event.type === 'incident.swept' || event.type === 'incident.unswept') return sweepRefusal(context, event);
  if (event.type === 'incident.checked') return `${context.checkedBy?.name ?? '其他人'} 已开始核查`;
  if (event.type === 'incident.closed' && event.data.calling !== undefined)
    return `${event.data.calling.slice(0, mostNamed).join('、')} 仍有人求救，请先处理救援单`;
  return isGroup(context) ? remainingWords(context) : '请先开始核查，再关闭';
}

/** An incident as the server decides it and the alarm center offers it: streams `incident-<exception id>`. */
export const incidentLifecycle = defineLifecycle({
  name: 'incident',
  title: '事件',
  streamPrefix: 'incident',
  machine: incidentMachine,
  contextSchema: incidentContextSchema,
  schemas: incidentEvents,
  steps: incidentSteps,
  moments: exceptionMoments,
  statusIndex,
  describeState,
  describeEvent: describeIncidentEvent,
  deadlines: (state) => handleDeadlines(state.context, incidentStageOf(state) !== 'opened'),
  eventForDeadline: exceptionDeadline('incident'),
  isClosed: isIncidentClosed,
  explainRefusal,
  exampleData: ({ context }): ExampleData<typeof incidentEvents> => {
    const unswept = unsweptLifts(context)[0]?.elevatorId ?? 1;
    const unrestored = liftsOf(context).find(({ elevatorId }) => !context.restoredIds.includes(elevatorId));
    const newest = Math.max(0, ...liftsOf(context).map(({ elevatorId }) => elevatorId)) + 1;
    return {
      'incident.opened': [
        { ...exampleOpening, code: '42', kind: 'outOfService' },
        { ...examplePhonedOpening, kind: 'other' },
        {
          ...exampleOpening,
          source: 'group',
          deviceKey: '',
          kind: 'powerCut',
          children: [1, 2].map((id) => ({ elevatorId: id, tag: `DT-000${id}`, addr: `${id} 号楼` })),
        },
      ],
      'incident.repeated': [exampleRepeat, { ...exampleRepeat, source: 'person', callerName: '李女士' }],
      'incident.joined': [{ elevatorId: newest, tag: `DT-000${newest}`, addr: `${newest} 号楼`, source: 'code' }],
      'incident.absorbed': [{ incidentId: 9 }, { visitId: 3 }],
      'incident.checked': [{}],
      'incident.swept': [{ elevatorId: unswept, way: 'intercom', note: '轿厢内无人应答，视频确认' }],
      'incident.unswept': [{ elevatorId: context.swept[0]?.elevatorId ?? 1, note: '选错了电梯' }],
      'incident.restored': [{ elevatorId: unrestored?.elevatorId ?? 1 }],
      'incident.ended': [{}],
      'incident.closed': [{}],
      'incident.commented': [{ text: '供电公司正在抢修' }],
      'incident.hidden': [{ reason: '重复记录' }],
      'incident.deadlinePassed': [{ kind: 'handle' }],
    };
  },
});
