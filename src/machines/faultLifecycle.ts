import { faultStageLabels, type FaultStage } from '../contract/exceptions.ts';
import { faultEvents, faultSteps, type FaultEvent } from '../contract/events/fault.ts';
import { repairStatusLabels, type StatusIndex } from '../contract/labels.ts';
import { isPerson, isReported } from './actors.ts';
import { describeFaultEvent } from './describeFaultEvent.ts';
import { exampleOpening, examplePhonedOpening, exampleRepeat } from './exampleException.ts';
import { exceptionDeadline, exceptionMoments, handleDeadlines } from './exceptionContext.ts';
import { faultContextSchema, faultMachine, type FaultSnapshot } from './faultMachine.ts';
import { defineLifecycle, type ExampleData } from './lifecycle.ts';

/** The stage as the contract names it; undefined before the first report. */
export function faultStageOf(state: FaultSnapshot): FaultStage | undefined {
  const stages = ['pending', 'accepted', 'onSite', 'repaired', 'done', 'falseReport'] as const;
  return stages.find((stage) => state.matches({ occurred: { handling: stage } }));
}

export const isFaultClosed = (state: FaultSnapshot): boolean =>
  faultStageOf(state) === 'done' || faultStageOf(state) === 'falseReport';

/** Does the device still report it. */
export const isFaultActive = (state: FaultSnapshot): boolean => state.matches({ occurred: { condition: 'active' } });

/** The step that the limit waits for: its repair. */
const isRepairOutstanding = (state: FaultSnapshot): boolean => {
  const stage = faultStageOf(state);
  return stage === 'pending' || stage === 'accepted' || stage === 'onSite';
};

function statusIndex(state: FaultSnapshot): StatusIndex {
  if (isFaultClosed(state)) return 2;
  if (isRepairOutstanding(state) && state.context.isLimitMissed) return 3;
  const stage = faultStageOf(state);
  return stage === undefined || stage === 'pending' ? 0 : 1;
}

function describeState(state: FaultSnapshot): string {
  const [index, stage] = [statusIndex(state), faultStageOf(state)];
  return stage === undefined ? '尚无故障' : `${index} ${repairStatusLabels[index]} · ${faultStageLabels[stage]}`;
}

/** Returns the reason why a closed fault takes no further step. */
function closedWords({ context, ...state }: FaultSnapshot): string {
  const who = context.closedBy?.name ?? '其他人';
  return faultStageOf({ context, ...state }) === 'done'
    ? `${who} 已确认恢复；如仍有故障，请重新打开`
    : `${who} 已判定为误报；如确有故障，请重新打开`;
}

function explainRefusal(state: FaultSnapshot, event: FaultEvent): string {
  const { acceptedBy, arrivedBy, repairedBy, hidden } = state.context;
  const stage = faultStageOf(state);
  const { label } = faultSteps[event.type];
  if (stage === undefined) return '该故障不存在，请刷新后重试';
  switch (event.type) {
    case 'fault.occurred':
      return '该故障已存在，请刷新后查看';
    case 'fault.cleared':
      return isReported(event.actor) ? '设备没有在报告该故障' : '只有设备可以报告该情况';
    case 'fault.deadlinePassed':
      return '当前状态不能自动记录超时';
    case 'fault.repeated':
      return closedWords(state);
    default:
  }
  if (!isPerson(event.actor)) return `须由人员${label}`;
  if (event.type === 'fault.reopened')
    return hidden ? '该故障记录已删除，不能重新打开' : '该故障尚未修复，无需重新打开';
  if (event.type === 'fault.hidden')
    return hidden ? '该故障记录已删除' : '只能删除已关闭的故障，请先确认恢复或判定误报';
  if (isFaultClosed(state)) return closedWords(state);
  if (stage === 'repaired') {
    const who = repairedBy?.name ?? '其他人';
    return event.type === 'fault.repaired'
      ? `${who} 已登记修复，请确认恢复；如未修复，请重新打开`
      : `${who} 已登记修复，不能再${label}；如未修复，请重新打开`;
  }
  if (event.type === 'fault.accepted') return `${acceptedBy?.name ?? '其他人'} 已受理`;
  if (event.type === 'fault.confirmed')
    return stage === 'pending'
      ? '该故障尚未受理，请先受理并登记修复，再确认恢复'
      : '尚未登记修复，请先登记修复，再确认恢复';
  if (stage === 'pending') return `该故障尚未受理，请先受理，再登记${label}`;
  return `${arrivedBy?.name ?? '其他人'} 已登记到场`;
}

/** A fault as the server decides it and the alarm center offers it: streams `fault-<exception id>`. */
export const faultLifecycle = defineLifecycle({
  name: 'fault',
  title: '故障',
  streamPrefix: 'fault',
  machine: faultMachine,
  contextSchema: faultContextSchema,
  schemas: faultEvents,
  steps: faultSteps,
  moments: exceptionMoments,
  statusIndex,
  describeState,
  describeEvent: describeFaultEvent,
  deadlines: (state) => handleDeadlines(state.context, !isRepairOutstanding(state)),
  eventForDeadline: exceptionDeadline('fault'),
  isClosed: isFaultClosed,
  explainRefusal,
  contradictions: (state, event) =>
    event.type === 'fault.confirmed' && isFaultActive(state) && (event.data.note ?? '') === ''
      ? [{ field: 'note', message: '设备仍在报告该故障，如已确认恢复请填写说明' }]
      : [],
  exampleData: (): ExampleData<typeof faultEvents> => ({
    'fault.occurred': [
      { ...exampleOpening, code: '03', phenomenon: 'code', rescueOrderId: null },
      { ...examplePhonedOpening, phenomenon: 'doorClosing', rescueOrderId: null },
    ],
    'fault.repeated': [exampleRepeat, { ...exampleRepeat, source: 'person', callerName: '李女士' }],
    'fault.accepted': [{}],
    'fault.arrived': [{}],
    'fault.repaired': [
      {
        cause: '305',
        causeLabel: '触板/光幕',
        parts: [{ name: '光幕', num: 1 }],
        photos: ['0123456789abcdefABCDEF.jpg'],
        note: '清洁并调整光幕',
      },
      { cause: '302', causeLabel: '厅门锁', stopsCar: false, rescueOrderId: 318 },
    ],
    'fault.cleared': [{ code: '03' }],
    'fault.confirmed': [{}, { note: '现场试运行正常' }],
    'fault.judgedFalse': [{ reason: '现场检查无故障' }],
    'fault.reopened': [{ reason: '再次出现关门不良' }],
    'fault.commented': [{ text: '配件明天到货' }],
    'fault.hidden': [{ reason: '重复记录' }],
    'fault.deadlinePassed': [{ kind: 'handle' }],
  }),
});
