import { type SweepWay, type IncidentKind } from '../../src/contract/exceptions.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import type { Random } from '../runtime/random.ts';
import type { HistoryLift } from './planDay.ts';
import { aboutMs, inOrder, minuteMs, missedLimit, type PlannedIncident, type PlannedStep } from './plannedException.ts';

/** A kind of incident of one lift, as it usually goes. */
interface IncidentHabit {
  readonly kind: IncidentKind;
  /** A day, for 1,000 lifts. */
  readonly rate: number;
  readonly code: string;
  readonly level: 2 | 3;
  /** In minutes, with its spread. */
  readonly lasts: readonly [median: number, spread: number];
  /** Only in working hours: someone does it on purpose. */
  readonly isPlanned: boolean;
}

/**
 * Inspections are those that a device reports beyond the usual maintenance; fire tests are monthly in some buildings. Our own
 * assumption, like all rates of the demo that no one publishes.
 */
export const incidentHabits: readonly IncidentHabit[] = [
  { kind: 'inspection', rate: 3, code: '43', level: 3, lasts: [34, 0.5], isPlanned: true },
  { kind: 'fireReturn', rate: 0.8, code: '44', level: 2, lasts: [11, 0.5], isPlanned: true },
  { kind: 'powerLoss', rate: 0.6, code: '41', level: 2, lasts: [14, 0.9], isPlanned: false },
  { kind: 'outOfService', rate: 0.5, code: '42', level: 3, lasts: [50, 0.7], isPlanned: false },
  { kind: 'emergencyPower', rate: 0.1, code: '46', level: 2, lasts: [6, 0.6], isPlanned: false },
];
/** Power cuts of a whole community, a day for 1,000 lifts: two or three a month. */
export const powerCutRate = 0.08;
const mostCut = 18;

const checkNotes = ['与维保单位核实，计划内作业', '物业回复：配电检修，预计半小时恢复', '视频确认轿厢无人'] as const;
const closeNotes = ['已恢复自动运行', '现场确认运行正常', '试运行正常'] as const;
const sweepWays: readonly (readonly [SweepWay, number])[] = [
  ['intercom', 55],
  ['camera', 33],
  ['onSite', 12],
];

/** A change of mode of one lift. The device's word ends it, unless someone has begun to look into it and closes it. */
export function planIncident(random: Random, lift: HistoryLift, habit: IncidentHabit, atMs: number): PlannedIncident {
  const raisedAtMs = Math.floor(atMs);
  const endedAtMs = raisedAtMs + aboutMs(random, ...habit.lasts);
  const limitMinutes = sysConfigDefaults.incident_limit_minutes;
  // Most that last are looked into before their limit.
  const checkedAtMs =
    endedAtMs - raisedAtMs > 12 * minuteMs && random.isTrue(0.7)
      ? raisedAtMs + Math.min(aboutMs(random, 9, 0.6), (endedAtMs - raisedAtMs) * 0.8)
      : null;
  const steps: (PlannedStep | false)[] = [
    missedLimit('incident', raisedAtMs, limitMinutes, checkedAtMs ?? endedAtMs),
    checkedAtMs !== null && {
      type: 'incident.checked',
      atMs: checkedAtMs,
      by: 'desk',
      data: random.isTrue(0.6) ? { note: random.pick(checkNotes) } : {},
    },
    { type: 'incident.ended', atMs: endedAtMs, by: 'device', data: {} },
    checkedAtMs !== null && {
      type: 'incident.closed',
      atMs: endedAtMs + aboutMs(random, 5, 0.7),
      by: 'desk',
      data: random.isTrue(0.5) ? { note: random.pick(closeNotes) } : {},
    },
  ];
  return {
    prefix: 'incident',
    kind: habit.kind,
    childIds: [],
    elevatorId: lift.id,
    raisedAtMs,
    opening: { source: 'code', code: habit.code, level: habit.level, by: 'rules' },
    steps: inOrder(raisedAtMs, steps),
  };
}

/** Lifts of one community without power: each car confirmed empty, each restored, then closed. Undefined for fewer than three lifts. */
export function planPowerCut(random: Random, lifts: readonly HistoryLift[], atMs: number): PlannedIncident | undefined {
  const raisedAtMs = Math.floor(atMs);
  const count = Math.min(lifts.length, random.between(sysConfigDefaults.power_cut_lifts, mostCut));
  const from = random.between(0, lifts.length - count);
  const childIds = lifts.slice(from, from + count).map(({ id }) => id);
  const [first] = childIds;
  if (first === undefined || count < sysConfigDefaults.power_cut_lifts) return undefined;
  const checkedAtMs = raisedAtMs + aboutMs(random, 2, 0.5);
  let sweptAtMs = checkedAtMs;
  const swept = childIds.map((elevatorId): PlannedStep => {
    sweptAtMs += random.between(15, 55) * 1_000;
    const data = { elevatorId, way: random.pickWeighted(sweepWays) };
    return { type: 'incident.swept', atMs: sweptAtMs, by: 'desk', data };
  });
  const restoredAtMs = raisedAtMs + 10 * minuteMs + aboutMs(random, 22, 0.6);
  const restored = childIds.map((elevatorId): PlannedStep => {
    const atOnce = restoredAtMs + random.between(0, 90) * 1_000;
    return { type: 'incident.restored', atMs: atOnce, by: 'rules', data: { elevatorId } };
  });
  return {
    prefix: 'incident',
    kind: 'powerCut',
    childIds,
    elevatorId: first,
    raisedAtMs,
    opening: { source: 'group', code: '', level: 2, by: 'rules' },
    steps: inOrder(raisedAtMs, [
      missedLimit('incident', raisedAtMs, sysConfigDefaults.incident_limit_minutes, checkedAtMs),
      { type: 'incident.checked', atMs: checkedAtMs, by: 'desk', data: { note: '已联系供电与物业，逐台确认轿厢' } },
      ...swept,
      ...restored,
      {
        type: 'incident.closed',
        atMs: Math.max(restoredAtMs, sweptAtMs) + 4 * minuteMs,
        by: 'desk',
        data: { note: '供电恢复，全部电梯自动运行' },
      },
    ]),
  };
}
