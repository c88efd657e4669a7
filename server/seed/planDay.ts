import { callForHelpKinds, type AlarmKind, type RescueCause, type RescueTrigger } from '../../src/contract/labels.ts';
import { chinaOffsetMs } from '../../src/contract/time.ts';
import { seededRandom, type Random } from '../runtime/random.ts';

export const dayMs = 86_400_000;
const minuteMs = 60_000;
const yearMs = 365.25 * dayMs;

/** Start of the city's day. */
export const dayStartOf = (ms: number): number => Math.floor((ms + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs;

/** The facts about a lift that its history depends on. */
export interface HistoryLift {
  readonly id: number;
  readonly installAtMs: number;
  readonly isCity: boolean;
  /** The multiple of the failures of another lift of its age; 1 unless told. */
  readonly proneness?: number;
}

export interface PlannedAlarm {
  readonly elevatorId: number;
  readonly kind: AlarmKind;
  /** The time at which the server received it. */
  readonly receivedAtMs: number;
  /** By the device's clock. */
  readonly atMs: number;
  readonly repeatsAtMs: readonly number[];
  readonly clearedAtMs: number | null;
  readonly closedAtMs: number;
  readonly isFalse: boolean;
}

export interface PlannedRescue {
  readonly elevatorId: number;
  readonly trigger: RescueTrigger;
  /** Undefined for a phoned-in call. */
  readonly alarm: PlannedAlarm | undefined;
  readonly raisedAtMs: number;
  readonly acceptedAtMs: number;
  readonly dispatchedAtMs: number | null;
  readonly arrivedAtMs: number | null;
  readonly releasedAtMs: number | null;
  readonly isSelfReleased: boolean;
  readonly closedAtMs: number;
  readonly outcome:
    | {
        readonly kind: 'completed';
        readonly peopleNum: number;
        readonly cause: RescueCause;
        readonly wasTrapped: boolean;
        readonly injuredNum: number;
        readonly vulnerableNum: number;
        readonly calledBack: boolean;
      }
    | { readonly kind: 'false'; readonly reason: string };
}

export interface PlannedDay {
  readonly alarms: readonly PlannedAlarm[];
  readonly rescues: readonly PlannedRescue[];
}

/** A day for 1,000 lifts (design: domain): door 25, scooter 8, other 5. */
const alarmRates: readonly (readonly [AlarmKind, number])[] = [
  ['longTimeOpen', 14],
  ['openCloseLoop', 10.5],
  ['runWithDoorOpen', 0.5],
  ['moto', 8],
  ['overLoad', 2.07],
  ['camCovered', 0.9],
  ['runWithoutPeople', 0.8],
  ['warn_shake', 0.7],
  ['gasCylinder', 0.15],
  ['breakElevator', 0.15],
  ['fall_down', 0.1],
  ['over_speed', 0.08],
  ['overshoot', 0.05],
];
const trappedRate = 0.3;
const helpRates: readonly (readonly ['SOS' | 'screamForHelp', number])[] = [
  ['SOS', 3],
  ['screamForHelp', 0.07],
];

/** The share of each hour in a lift's trips; entrapments peak at 8–10 and 18–20. */
const hourWeights = [1, 1, 0.5, 0.5, 0.5, 1, 3, 7, 11, 10, 6, 6, 7, 6, 5, 5, 6, 8, 12, 11, 8, 6, 4, 2].map(
  (weight, hour) => [hour, weight] as const,
);
/** Returns a random moment of a day, in ms: busy hours more often. */
export const momentOf = (random: Random): number =>
  (random.pickWeighted(hourWeights) * 60 + random.next() * 60) * minuteMs;

const causes: readonly (readonly [RescueCause, number])[] = [
  ['external', 35],
  ['human', 32],
  ['door', 14],
  ['other', 19],
];
const falseReasons = [
  '乘客误按报警按钮，通话确认无人被困',
  '儿童玩耍触发，家长已确认',
  '保洁擦拭面板误触',
  '维保人员测试未提前报备',
] as const;

const weightOf = (lift: HistoryLift, atMs: number): number => ageWeight(lift, atMs) * (lift.proneness ?? 1);

/** Entrapments are worst at 11–15 years. */
function ageWeight(lift: HistoryLift, atMs: number): number {
  const years = (atMs - lift.installAtMs) / yearMs;
  if (years < 0) return 0;
  if (years < 5) return 0.7;
  if (years < 11) return 1;
  return years < 16 ? 1.7 : 1.2;
}

const isSummer = (atMs: number): boolean => {
  const month = new Date(atMs + chinaOffsetMs).getUTCMonth();
  return month >= 5 && month <= 7;
};

/** Published shares: arrival median 12 min with 1 % over 30, release median 3. */
const arrivalSpread = Math.log(30 / 12) / 2.326;

/** Returns the happenings of one day, always the same for the same seed; everything in it ends before `untilMs`. */
export function planDay(lifts: readonly HistoryLift[], dayStartMs: number, untilMs: number, seed: number): PlannedDay {
  const random = seededRandom(seed + Math.floor(dayStartMs / dayMs) * 7_919);
  const scale = lifts.length / 1_000;
  const weighted = lifts.map((lift) => [lift, weightOf(lift, dayStartMs)] as const);
  const [first, ...others] = lifts.filter(({ installAtMs }) => installAtMs < dayStartMs);
  const installed = first === undefined ? null : ([first, ...others] as const);
  const moment = () => dayStartMs + momentOf(random);
  const alarms: PlannedAlarm[] = [];
  const rescues: PlannedRescue[] = [];
  for (const [kind, rate] of alarmRates) {
    for (let left = random.poisson(rate * scale); left > 0; left -= 1) {
      if (installed === null) break;
      const alarm = planAlarm(random, random.pick(installed), kind, moment(), untilMs);
      if (alarm.closedAtMs <= untilMs) alarms.push(alarm);
    }
  }
  const rescue = (lift: HistoryLift, trigger: RescueTrigger, isEntrapment: boolean) => {
    const planned = isEntrapment
      ? planEntrapment(random, lift, trigger, moment())
      : planPress(random, lift, trigger, moment());
    if (planned.closedAtMs < untilMs) rescues.push(planned);
  };
  for (let left = random.poisson(trappedRate * scale * (isSummer(dayStartMs) ? 1.5 : 0.833)); left > 0; left -= 1) {
    rescue(random.pickWeighted(weighted), random.isTrue(0.15) ? 'phone' : 'trapped', true);
  }
  for (const [trigger, rate] of helpRates) {
    for (let left = random.poisson(rate * scale); left > 0; left -= 1)
      rescue(random.pickWeighted(weighted), trigger, random.isTrue(0.03));
  }
  return {
    alarms: alarms.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs),
    rescues: rescues.toSorted((a, b) => a.raisedAtMs - b.raisedAtMs),
  };
}

function planAlarm(
  random: Random,
  lift: HistoryLift,
  kind: AlarmKind,
  receivedAtMs: number,
  untilMs: number,
): PlannedAlarm {
  const isLate = random.isTrue(0.02);
  const clearedAtMs = receivedAtMs + random.logNormal(4, 0.8) * minuteMs;
  const closedAtMs = receivedAtMs + Math.min(random.logNormal(95, 1.1) * minuteMs, (untilMs - receivedAtMs) * 0.9);
  const lastRepeatMs = Math.min(clearedAtMs, closedAtMs);
  return {
    elevatorId: lift.id,
    kind,
    receivedAtMs: Math.floor(receivedAtMs),
    atMs: Math.floor(isLate ? receivedAtMs - random.between(3, 20) * minuteMs : receivedAtMs - random.next() * 900),
    repeatsAtMs: Array.from({ length: random.poisson(0.4) }, (_, index) => receivedAtMs + (index + 1) * minuteMs)
      .filter((ms) => ms < lastRepeatMs)
      .map(Math.floor),
    clearedAtMs: clearedAtMs < closedAtMs ? Math.floor(clearedAtMs) : null,
    closedAtMs: Math.floor(closedAtMs),
    isFalse: random.isTrue(0.08),
  };
}

function alarmOfCall(
  random: Random,
  lift: HistoryLift,
  kind: AlarmKind,
  raisedAtMs: number,
  clearedAtMs: number,
  closedAtMs: number,
  isFalse: boolean,
): PlannedAlarm {
  return {
    elevatorId: lift.id,
    kind,
    receivedAtMs: raisedAtMs - 40,
    atMs: raisedAtMs - random.between(200, 1_500),
    repeatsAtMs: [],
    clearedAtMs,
    closedAtMs: closedAtMs + 60,
    isFalse,
  };
}

/** Returns the kind of the alarm that called; undefined where no device did. */
const alarmKindOf = (trigger: RescueTrigger) => callForHelpKinds.find((kind) => kind === trigger);

function planEntrapment(random: Random, lift: HistoryLift, trigger: RescueTrigger, atMs: number): PlannedRescue {
  const raisedAtMs = Math.floor(atMs);
  const isPhoned = trigger === 'phone';
  const kind = alarmKindOf(trigger);
  // A phoned-in call is claimed by the person who took it.
  const acceptedAtMs = Math.floor(
    raisedAtMs + Math.min(isPhoned ? 5_000 : 1_000 * random.logNormal(25, 0.8), 8 * minuteMs),
  );
  const dispatchedAtMs = Math.floor(acceptedAtMs + Math.min(1_000 * random.logNormal(50, 0.5), 280_000));
  const arrivalMs = random.logNormal(lift.isCity ? 12 : 19, arrivalSpread) * minuteMs;
  const arrivedAtMs = Math.floor(Math.max(raisedAtMs + arrivalMs, dispatchedAtMs + 2 * minuteMs));
  const isSelfReleased = random.isTrue(0.04);
  const releasedAtMs = isSelfReleased
    ? Math.floor(dispatchedAtMs + minuteMs)
    : Math.floor(arrivedAtMs + random.logNormal(3, 0.5) * minuteMs);
  const closedAtMs = Math.floor(releasedAtMs + random.logNormal(4, 0.6) * minuteMs);
  const peopleNum = random.pickWeighted([
    [1, 50],
    [2, 30],
    [3, 20],
  ]);
  return {
    elevatorId: lift.id,
    trigger,
    alarm:
      kind === undefined ? undefined : alarmOfCall(random, lift, kind, raisedAtMs, releasedAtMs, closedAtMs, false),
    raisedAtMs,
    acceptedAtMs,
    dispatchedAtMs,
    arrivedAtMs: isSelfReleased ? null : arrivedAtMs,
    releasedAtMs,
    isSelfReleased,
    closedAtMs,
    outcome: {
      kind: 'completed',
      peopleNum,
      cause: random.pickWeighted(causes),
      wasTrapped: true,
      calledBack: random.isTrue(0.9),
      injuredNum: random.isTrue(0.01) ? 1 : 0,
      vulnerableNum: random.isTrue(0.15) ? 1 : 0,
    },
  };
}

/** Most presses of the alarm button are no entrapment. */
function planPress(random: Random, lift: HistoryLift, trigger: RescueTrigger, atMs: number): PlannedRescue {
  const raisedAtMs = Math.floor(atMs);
  const acceptedAtMs = Math.floor(raisedAtMs + Math.min(1_000 * random.logNormal(25, 0.8), 8 * minuteMs));
  const closedAtMs = Math.floor(acceptedAtMs + Math.min(random.logNormal(1.6, 0.5) * minuteMs, 280_000));
  const isFalse = random.isTrue(0.85);
  const kind = alarmKindOf(trigger);
  return {
    elevatorId: lift.id,
    trigger,
    alarm:
      kind === undefined
        ? undefined
        : alarmOfCall(random, lift, kind, raisedAtMs, closedAtMs - 1_000, closedAtMs, isFalse),
    raisedAtMs,
    acceptedAtMs,
    dispatchedAtMs: null,
    arrivedAtMs: null,
    releasedAtMs: null,
    isSelfReleased: false,
    closedAtMs,
    outcome: isFalse
      ? { kind: 'false', reason: random.pick(falseReasons) }
      : {
          kind: 'completed',
          peopleNum: 0,
          cause: 'human',
          wasTrapped: false,
          injuredNum: 0,
          vulnerableNum: 0,
          calledBack: true,
        },
  };
}
