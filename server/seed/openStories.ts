import { minuteMs, type PlannedException, type PlannedStep, type StepBy } from './plannedException.ts';

/** A work item that is open when someone opens the demo: on which lift, and the times before now of all that happened. */
export type OpenStory = PlannedException & {
  /** The first of these lifts that has nothing like it open. */
  readonly candidates: readonly number[];
};

const ago = (nowMs: number, minutes: number): number => nowMs - minutes * minuteMs;

/** One of every stage: what the pending lists of the alarm centre show at the first look. `children`: a community's lifts. */
export function openStories(nowMs: number, children: readonly number[]): readonly OpenStory[] {
  const step = (minutesAgo: number, by: StepBy, type: PlannedStep['type'], data: object = {}): PlannedStep => ({
    type,
    atMs: ago(nowMs, minutesAgo),
    by,
    data,
  });
  const fault = (
    candidates: readonly number[],
    minutesAgo: number,
    code: string,
    ...steps: PlannedStep[]
  ): OpenStory => ({
    prefix: 'fault',
    phenomenon: 'code',
    candidates,
    elevatorId: candidates[0] ?? 0,
    raisedAtMs: ago(nowMs, minutesAgo),
    opening: { source: 'code', code, level: ['01', '04'].includes(code) ? 2 : 3, by: 'rules' },
    steps,
  });
  const scooter = (candidates: readonly number[], minutesAgo: number, ...steps: PlannedStep[]): OpenStory => ({
    prefix: 'scooter',
    isDoorHeld: true,
    alarmIndex: 0,
    candidates,
    elevatorId: candidates[0] ?? 0,
    raisedAtMs: ago(nowMs, minutesAgo),
    opening: { source: 'alarm', code: '', level: 2, by: 'rules' },
    steps,
  });
  const byPhone: OpenStory = {
    ...fault([164, 264], 288, ''),
    prefix: 'fault',
    phenomenon: 'doorOpening',
    opening: { source: 'person', code: '', level: 3, by: 'desk', note: '物业来电：3 层厅门打不开' },
    steps: [step(48, 'clock', 'fault.deadlinePassed', { kind: 'handle' })],
  };
  const cut = children.map((elevatorId, index) => ({ elevatorId, index }));
  return [
    fault([142, 242], 6, '02'),
    byPhone,
    fault([318, 418], 27, '07', step(19, 'maintenance', 'fault.accepted')),
    fault(
      [455, 555],
      82,
      '04',
      step(70, 'maintenance', 'fault.accepted'),
      step(31, 'maintenance', 'fault.arrived', { note: '轿厢停在 5、6 层之间，无人被困' }),
      step(26, 'maintenance', 'fault.commented', { text: '怀疑平层感应器移位，先断电检查' }),
    ),
    fault(
      [606, 706],
      151,
      '03',
      step(140, 'maintenance', 'fault.accepted'),
      step(96, 'maintenance', 'fault.arrived'),
      step(22, 'maintenance', 'fault.repaired', { cause: '305', parts: [{ name: '光幕', num: 1 }], note: '更换光幕' }),
      step(20, 'device', 'fault.cleared'),
    ),
    fault(
      [831, 931],
      205,
      '01',
      step(190, 'maintenance', 'fault.accepted'),
      step(120, 'maintenance', 'fault.arrived'),
      step(34, 'maintenance', 'fault.repaired', { cause: '302', parts: [{ name: '厅门锁触点', num: 2 }] }),
    ),
    scooter([187, 287], 3),
    scooter(
      [529, 629],
      14,
      step(6, 'property', 'scooter.visited', { note: '住户不在，正在联系' }),
      step(4, 'clock', 'scooter.deadlinePassed', { kind: 'handle' }),
    ),
    {
      prefix: 'incident',
      kind: 'inspection',
      childIds: [],
      candidates: [372, 472],
      elevatorId: 372,
      raisedAtMs: ago(nowMs, 11),
      opening: { source: 'code', code: '43', level: 3, by: 'rules' },
      steps: [],
    },
    {
      prefix: 'incident',
      kind: 'outOfService',
      childIds: [],
      candidates: [744, 844],
      elevatorId: 744,
      raisedAtMs: ago(nowMs, 46),
      opening: { source: 'code', code: '42', level: 3, by: 'rules' },
      steps: [step(16, 'clock', 'incident.deadlinePassed', { kind: 'handle' })],
    },
    {
      prefix: 'incident',
      kind: 'powerCut',
      childIds: children,
      candidates: children.slice(0, 1),
      elevatorId: children[0] ?? 0,
      raisedAtMs: ago(nowMs, 24),
      opening: { source: 'group', code: '', level: 2, by: 'rules' },
      // The power is back: the lifts run, and seven cars still wait for a look.
      steps: [
        step(23, 'desk', 'incident.checked', { note: '已联系供电与物业，逐台确认轿厢' }),
        ...cut.slice(7).map(({ elevatorId, index }) =>
          step(22.5 - index * 0.6, 'desk', 'incident.swept', {
            elevatorId,
            way: index % 3 === 0 ? 'camera' : 'intercom',
          }),
        ),
        ...cut.map(({ elevatorId, index }) => step(4 - index * 0.05, 'rules', 'incident.restored', { elevatorId })),
      ],
    },
  ];
}
