import * as fc from 'fast-check';
import { ruleBodySchema, type Listen, type RuleBody, type TimeWindow } from '../../../src/contract/rules/alarmRule.ts';

/** The scale of a rule's conditions and of the gaps of a history: seconds of some minutes, or hours of some weeks. */
export type Pace = 'minutes' | 'weeks';

/** Longer than a rule of this pace holds a condition and waits for its end together. */
export const longestWaitSeconds = { minutes: 200, weeks: 14 * 3_600 } as const satisfies Record<Pace, number>;

export const seldom = <Value>(usual: Value, other: fc.Arbitrary<Value>, weight = 2): fc.Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const per = fc.constantFrom('lift' as const, 'community' as const, 'property' as const);
const times = {
  minutes: {
    held: fc.integer({ min: 1, max: 90 }),
    within: fc.integer({ min: 1, max: 900 }),
    cooldown: fc.integer({ min: 1, max: 200 }),
    recovery: fc.integer({ min: 0, max: 60 }),
  },
  weeks: {
    held: fc.integer({ min: 1, max: 12 }).map((hours) => hours * 3_600),
    within: fc.integer({ min: 6, max: 24 }).map((hours) => hours * 3_600),
    cooldown: fc.integer({ min: 3, max: 24 }).map((hours) => hours * 3_600),
    recovery: fc.integer({ min: 0, max: 3_600 }),
  },
} as const;

/** Every rule listens to calls for help, and to what happens most. */
const always: readonly Listen[] = [
  { source: 'alarm', value: 'SOS', phase: 'raised' },
  { source: 'alarm', value: 'longTimeOpen', phase: 'raised' },
  { source: 'alarm', value: 'longTimeOpen', phase: 'repeated' },
  { source: 'alarm', value: 'overLoad', phase: 'raised' },
];
const others: readonly Listen[] = [
  { source: 'alarm', value: 'overLoad', phase: 'cleared' },
  { source: 'alarm', value: 'overLoad', phase: 'worsened' },
  { source: 'alarm', value: 'openCloseLoop', phase: 'raised' },
  { source: 'device', value: 'offline', phase: 'raised' },
  { source: 'device', value: 'online', phase: 'raised' },
  { source: 'device', value: 'flapping', phase: 'raised' },
  { source: 'code', value: '02', phase: 'raised' },
  { source: 'code', value: '02', phase: 'cleared' },
  { source: 'code', value: '05', phase: 'raised' },
  { source: 'exception', value: 'scooter', phase: 'raised' },
  { source: 'exception', value: 'scooter', phase: 'overdue' },
  { source: 'exception', value: 'fault', phase: 'raised' },
  { source: 'exception', value: 'incident', phase: 'raised' },
  { source: 'exception', value: 'incident', phase: 'overdue' },
];

/** Histories of minutes begin a little before midnight: the nights pass it, and their days begin or end there. */
const night: fc.Arbitrary<TimeWindow> = fc.record({
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7] as const, { minLength: 3 }).map((days) => [...days]),
  from: fc.constantFrom('22:00', '23:40', '23:50', '23:58', '00:00', '00:03', '08:00'),
  to: fc.constantFrom('23:45', '23:55', '00:00', '00:02', '00:10', '06:00', '20:00'),
});

/** The number of rules that count, cool down and have no schedule, for each other one: a restart forgets what began weeks ago. */
const weights = { minutes: 2, weeks: 6 } as const satisfies Record<Pace, number>;

/** Rules of all forms, with times that a history of this pace passes. */
export const replayRules = (pace: Pace): fc.Arbitrary<RuleBody> =>
  fc
    .record({
      listens: fc.subarray([...others]),
      held: seldom(0, times[pace].held),
      repeat: fc.option(fc.record({ times: fc.integer({ min: 2, max: 3 }), within_seconds: times[pace].within, per }), {
        freq: 2,
      }),
      cooldown: fc.option(fc.record({ seconds: times[pace].cooldown, per }), { freq: weights[pace] }),
      recovery: fc.option(fc.record({ after_seconds: times[pace].recovery }), { freq: weights[pace] }),
      organizations: seldom<string[]>([], fc.constantFrom(['4-301'], ['1-3'], ['2-11', '5-402'])),
      schedule: seldom<TimeWindow[]>([], fc.array(night, { minLength: 1, maxLength: 2 }), weights[pace]),
      levels: fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.constant([1 as const, 3 as const]) },
      ),
      maintenance: fc.boolean(),
      power_cut: fc.boolean(),
      offline: seldom(false, fc.constant(true)),
      open_kinds: seldom<'openCloseLoop'[]>([], fc.constant(['openCloseLoop'])),
    })
    .map(({ listens, held, repeat, cooldown, recovery, organizations, schedule, levels, ...unless }) =>
      ruleBodySchema.parse({
        name: '试跑与实际一致',
        event_type: 4,
        // The end of an alarm or of a code does not last.
        listens: [...always, ...listens.filter(({ phase }) => held === 0 || phase !== 'cleared')],
        when: { held_seconds: held, repeat, organizations, schedule, levels },
        unless,
        cooldown,
        recovery,
        actions: [{ no: 7, to: [{ kind: 'answerers' }] }],
      }),
    );
