import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import type { Random } from '../runtime/random.ts';
import type { PlannedAlarm } from './planDay.ts';
import { aboutMs, inOrder, missedLimit, type PlannedScooter, type PlannedStep } from './plannedException.ts';

const falseReasons = ['画面核实为婴儿车', '画面核实为轮椅', '画面核实为折叠自行车，未通电'] as const;
const releaseReasons = ['误把轮椅识别为电动车', '误把婴儿车识别为电动车', '乘客已自行推出，画面中没有电动车'] as const;
const removalNotes = ['已劝离并推至集中充电区', '住户已推出，当面提醒', '保安到场推出'] as const;
const comments = ['本周第二次，请物业上门提醒该住户', '已在业主群发布提醒', '建议在一层增设电动车停放指引'] as const;

/** The scooter that an alarm reported: removed by someone, released from the desk, or no scooter at all. */
export function planScooter(random: Random, alarm: PlannedAlarm, alarmIndex: number): PlannedScooter {
  const raisedAtMs = alarm.receivedAtMs + 40;
  const isDoorHeld = random.isTrue(0.4);
  const isHeldLater = !isDoorHeld && random.isTrue(0.6);
  const isReleased = !alarm.isFalse && random.isTrue(0.12);
  const isBrief = alarm.isFalse || isReleased;
  const handledAtMs = raisedAtMs + 6_000 + aboutMs(random, isBrief ? 1.2 : 4.2, isBrief ? 0.4 : 0.75);
  const visitedAtMs = raisedAtMs + 4_000 + (handledAtMs - raisedAtMs - 6_000) * (0.4 + 0.5 * random.next());
  const steps: (PlannedStep | false)[] = [
    isHeldLater && { type: 'scooter.holdAcknowledged', atMs: raisedAtMs + 2_000, by: 'device', data: {} },
    !isBrief && random.isTrue(0.6) && { type: 'scooter.visited', atMs: visitedAtMs, by: 'property', data: {} },
    missedLimit('scooter', raisedAtMs, sysConfigDefaults.scooter_limit_minutes, handledAtMs),
    ...endingOf(random, { isFalse: alarm.isFalse, isReleased, isHeld: isDoorHeld || isHeldLater, handledAtMs }),
  ];
  return {
    prefix: 'scooter',
    elevatorId: alarm.elevatorId,
    raisedAtMs,
    opening: { source: 'alarm', code: '', level: 2, by: 'rules' },
    isDoorHeld,
    alarmIndex,
    steps: inOrder(raisedAtMs, steps),
  };
}

function endingOf(
  random: Random,
  how: {
    readonly isFalse: boolean;
    readonly isReleased: boolean;
    readonly isHeld: boolean;
    readonly handledAtMs: number;
  },
): (PlannedStep | false)[] {
  const { isFalse, isReleased, isHeld, handledAtMs } = how;
  const clearedAtMs = handledAtMs + random.between(4, 40) * 1_000;
  const cleared: PlannedStep = { type: 'scooter.cleared', atMs: clearedAtMs, by: 'device', data: {} };
  if (isFalse)
    return [
      { type: 'scooter.judgedFalse', atMs: handledAtMs, by: 'desk', data: { reason: random.pick(falseReasons) } },
      cleared,
    ];
  if (isReleased)
    return [
      {
        type: 'scooter.remotelyReleased',
        atMs: handledAtMs,
        by: 'desk',
        data: { reason: random.pick(releaseReasons) },
      },
      cleared,
    ];
  return [
    {
      type: 'scooter.removed',
      atMs: handledAtMs,
      by: 'property',
      data: random.isTrue(0.5) ? { note: random.pick(removalNotes) } : {},
    },
    // If the camera still held the door, it ends when the camera reports a free car, or when a person tries the lift.
    isHeld && random.isTrue(0.25) && { type: 'scooter.released', atMs: handledAtMs + 3_000, by: 'property', data: {} },
    cleared,
    random.isTrue(0.04) && {
      type: 'scooter.commented',
      atMs: clearedAtMs + aboutMs(random, 40, 0.8),
      by: 'property',
      data: { text: random.pick(comments) },
    },
  ];
}
