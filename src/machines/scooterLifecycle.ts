import { scooterStageLabels, type ScooterStage } from '../contract/exceptions.ts';
import { scooterEvents, scooterSteps, type ScooterEvent } from '../contract/events/scooter.ts';
import { repairStatusLabels, type StatusIndex } from '../contract/labels.ts';
import { isPerson, isReported } from './actors.ts';
import { describeScooterEvent } from './describeScooterEvent.ts';
import { exampleOpening, examplePhonedOpening, exampleRepeat } from './exampleException.ts';
import { exceptionDeadline, exceptionMoments, handleDeadlines } from './exceptionContext.ts';
import { defineLifecycle, type ExampleData } from './lifecycle.ts';
import { scooterContextSchema, scooterMachine, type ScooterSnapshot } from './scooterMachine.ts';

/** The stage as the contract names it; undefined before the first report. */
export function scooterStageOf(state: ScooterSnapshot): ScooterStage | undefined {
  const stages = ['detected', 'doorHeld', 'personOnSite', 'removed', 'released', 'falseAlarm'] as const;
  return stages.find((stage) => state.matches({ seen: { handling: stage } }));
}

export const isScooterClosed = (state: ScooterSnapshot): boolean =>
  scooterStageOf(state) === 'released' || scooterStageOf(state) === 'falseAlarm';

/** Does the device still report it. */
export const isScooterActive = (state: ScooterSnapshot): boolean => state.matches({ seen: { condition: 'active' } });

/** The step that the limit waits for: someone moves it out. */
const isRemovalOutstanding = (state: ScooterSnapshot): boolean => {
  const stage = scooterStageOf(state);
  return stage === 'detected' || stage === 'doorHeld' || stage === 'personOnSite';
};

function statusIndex(state: ScooterSnapshot): StatusIndex {
  if (isScooterClosed(state)) return 2;
  if (isRemovalOutstanding(state) && state.context.isLimitMissed) return 3;
  return scooterStageOf(state) === 'removed' ? 1 : 0;
}

function describeState(state: ScooterSnapshot): string {
  const [index, stage] = [statusIndex(state), scooterStageOf(state)];
  return stage === undefined
    ? '尚无电动车事件'
    : `${index} ${repairStatusLabels[index]} · ${scooterStageLabels[stage]}`;
}

function explainRefusal(state: ScooterSnapshot, event: ScooterEvent): string {
  const { visitedBy, removedBy, closedBy, hidden, isDoorHeld } = state.context;
  const stage = scooterStageOf(state);
  const { label } = scooterSteps[event.type];
  if (stage === undefined) return '该电动车事件不存在，请刷新后重试';
  const closedWords = `${closedBy?.name ?? '其他人'} 已${stage === 'falseAlarm' ? '判定为误报' : '处理完成'}，不能再操作`;
  switch (event.type) {
    case 'scooter.detected':
      return '该电动车事件已存在，请刷新后查看';
    case 'scooter.cleared':
      return isReported(event.actor) ? '设备没有在报告电动车' : '只有设备可以报告该情况';
    case 'scooter.holdAcknowledged':
      if (!isReported(event.actor)) return '只有设备可以报告该情况';
      return isDoorHeld ? '梯门已保持打开' : closedWords;
    case 'scooter.deadlinePassed':
      return '当前状态不能自动记录超时';
    case 'scooter.repeated':
      return closedWords;
    default:
  }
  if (!isPerson(event.actor)) return `须由人员${label}`;
  if (event.type === 'scooter.hidden')
    return hidden ? '该电动车记录已删除' : '只能删除已关闭的电动车记录，请先处理完成或判定误报';
  if (isScooterClosed(state)) return closedWords;
  if (stage === 'removed') {
    const who = removedBy?.name ?? '其他人';
    return event.type === 'scooter.judgedFalse'
      ? `${who} 已移出电动车，不能判定误报，请恢复运行`
      : `${who} 已移出电动车，请恢复运行`;
  }
  if (event.type === 'scooter.released') return '请先登记移出，再恢复运行；如保持有误，请远程解除';
  return `${visitedBy?.name ?? '其他人'} 已登记到场`;
}

/** A scooter in a car as the server decides it and the alarm center offers it: streams `scooter-<exception id>`. */
export const scooterLifecycle = defineLifecycle({
  name: 'scooter',
  title: '电动车',
  streamPrefix: 'scooter',
  machine: scooterMachine,
  contextSchema: scooterContextSchema,
  schemas: scooterEvents,
  steps: scooterSteps,
  moments: exceptionMoments,
  statusIndex,
  describeState,
  describeEvent: describeScooterEvent,
  deadlines: (state) => handleDeadlines(state.context, !isRemovalOutstanding(state)),
  eventForDeadline: exceptionDeadline('scooter'),
  isClosed: isScooterClosed,
  explainRefusal,
  exampleData: (): ExampleData<typeof scooterEvents> => ({
    'scooter.detected': [
      { ...exampleOpening, source: 'alarm', isDoorHeld: false },
      { ...exampleOpening, source: 'alarm', isDoorHeld: true },
      { ...examplePhonedOpening, isDoorHeld: false },
    ],
    'scooter.repeated': [
      { ...exampleRepeat, source: 'alarm' },
      { ...exampleRepeat, source: 'person', callerName: '李女士' },
    ],
    'scooter.holdAcknowledged': [{}],
    'scooter.visited': [{}],
    'scooter.removed': [{ note: '已劝离' }],
    'scooter.cleared': [{}],
    'scooter.released': [{}],
    'scooter.remotelyReleased': [{ reason: '实为轮椅' }],
    'scooter.judgedFalse': [{ reason: '实为婴儿车' }],
    'scooter.commented': [{ text: '已联系车主' }],
    'scooter.hidden': [{ reason: '重复记录' }],
    'scooter.deadlinePassed': [{ kind: 'handle' }],
  }),
});
