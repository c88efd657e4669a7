import type { AlarmKind } from '../../../src/contract/labels.ts';
import type { ElevatorInfo } from '../../../server/domain/city/directory.ts';
import { alarmStory, rescueStory } from '../../../server/seed/demoStories.ts';
import { exceptionStory } from '../../../server/seed/exceptionStory.ts';
import type { AppendRequest, EventActor, NewEvent } from '../../../server/store/eventStore.ts';
import { smallCity } from '../smallCity.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

export interface Organizations {
  readonly areaId: number;
  readonly communityId: number;
  readonly propertyId: number | null;
  readonly brandId: number | null;
  readonly maintenanceId: number | null;
}

/** A record as the test made it: what the statistics must count. */
export interface KnownRecord extends Organizations {
  readonly table: 'rescue' | 'exception' | 'alarm';
  readonly liftId: number;
  readonly raisedAtMs: number;
  readonly isFalse: boolean;
  readonly isHidden: boolean;
  /** Rescues: trapped people; null where nobody has said yet whether there were any, 0 where there were none. */
  readonly people: number | null;
  readonly kind: string;
  readonly acceptedAtMs: number | null;
  readonly arrivedAtMs: number | null;
  readonly releasedAtMs: number | null;
  readonly handledAtMs: number | null;
  readonly dueAtMs: number;
}

const person: EventActor = { kind: 'user', id: smallCity.users.admin, name: '关立', roleType: 4, supervises: true };
const kinds: readonly AlarmKind[] = ['longTimeOpen', 'moto', 'overLoad', 'notifyFailed'];

interface Made {
  readonly story: AppendRequest;
  readonly known: Partial<KnownRecord>;
}

/** Whole numbers below another, and one of several, from numbers in [0, 1). */
export function diceOf(random: () => number) {
  const below = (most: number): number => Math.floor(random() * most);
  const one = <Choice>(choices: readonly Choice[]): Choice => {
    const choice = choices[below(choices.length)];
    if (choice === undefined) throw new Error('nothing to choose from');
    return choice;
  };
  return { below, one };
}

export const infoOf = (
  liftId: number,
  { areaId, communityId, propertyId, brandId, maintenanceId }: Organizations,
): ElevatorInfo => ({
  id: liftId,
  tag: `L-${liftId}`,
  addr: '',
  rescueCode: '',
  sosTel: '',
  isCity: true,
  isScrapped: false,
  installAtMs: null,
  floorMin: 1,
  floorMax: 9,
  lng: 0,
  lat: 0,
  siteType: '',
  areaIds: [areaId],
  responsible: {
    areaId,
    communityId,
    propertyId,
    brandId,
    maintenanceId,
    communityName: '',
    fullArea: '',
    propertyName: '',
    maintenanceName: '',
    brandName: '',
  },
});

const byPerson = (type: string, atMs: number, data: object): NewEvent => ({
  type,
  data,
  atMs,
  receivedAtMs: atMs,
  actor: person,
});

const step = (
  type: 'fault.accepted' | 'fault.repaired' | 'fault.confirmed' | 'fault.judgedFalse' | 'fault.hidden',
  atMs: number,
  data: object,
) => ({ type, atMs, by: 'desk' as const, data });

/** Makes one record of each kind from real events, with what the test knows of it. */
export function recordMakers(random: () => number) {
  const { below, one } = diceOf(random);
  function rescue(id: number, info: ElevatorInfo, raisedAtMs: number): Made {
    const isFalse = random() < 0.2;
    const wasTrapped = random() < 0.7;
    const acceptedAtMs = raisedAtMs + 1_000 + below(300) * 1_000;
    const arrivedAtMs = acceptedAtMs + (1 + below(50)) * minuteMs;
    const releasedAtMs = arrivedAtMs + (1 + below(9)) * minuteMs;
    const closedAtMs = releasedAtMs + minuteMs;
    const peopleNum = wasTrapped ? 1 + below(4) : 0;
    const corrected =
      !isFalse && random() < 0.2
        ? { wasTrapped: !wasTrapped, peopleNum: wasTrapped ? 0 : 2, releasedNum: wasTrapped ? 0 : 2 }
        : undefined;
    const isHidden = random() < 0.1;
    const story = rescueStory(
      id,
      {
        elevatorId: info.id,
        trigger: 'phone',
        alarm: undefined,
        raisedAtMs,
        acceptedAtMs,
        dispatchedAtMs: acceptedAtMs + 1_000,
        arrivedAtMs: isFalse ? null : arrivedAtMs,
        releasedAtMs: isFalse ? null : releasedAtMs,
        isSelfReleased: false,
        closedAtMs: isFalse ? arrivedAtMs : closedAtMs,
        outcome: isFalse
          ? { kind: 'false', reason: '误按按钮' }
          : {
              kind: 'completed',
              peopleNum,
              cause: 'door',
              wasTrapped,
              injuredNum: 0,
              vulnerableNum: 0,
              calledBack: true,
            },
      },
      info,
      undefined,
    );
    const later = closedAtMs + dayMs;
    const add = (type: string, data: object) => byPerson(type, later, data);
    return {
      story: {
        ...story,
        events: [
          ...story.events,
          ...(corrected === undefined ? [] : [add('rescue.corrected', { reason: '核对录像', changes: corrected })]),
          ...(isHidden ? [add('rescue.hidden', { reason: '重复记录' })] : []),
        ],
      },
      known: {
        isFalse,
        isHidden,
        people: isFalse ? 0 : (corrected?.peopleNum ?? peopleNum),
        acceptedAtMs,
        arrivedAtMs: isFalse ? null : arrivedAtMs,
        releasedAtMs: isFalse ? null : releasedAtMs,
      },
    };
  }

  function fault(id: number, info: ElevatorInfo, raisedAtMs: number): Made {
    const isFalse = random() < 0.15;
    const isHidden = random() < 0.1;
    const acceptedAtMs = raisedAtMs + 5 * minuteMs;
    const handledAtMs = acceptedAtMs + (1 + below(40 * 60)) * minuteMs;
    const cause = one(['101', '202']);
    const story = exceptionStory(
      id,
      {
        prefix: 'fault',
        elevatorId: info.id,
        raisedAtMs,
        phenomenon: 'noise',
        opening: { source: 'person', code: '', level: 2, by: 'desk' },
        steps: [
          step('fault.accepted', acceptedAtMs, {}),
          ...(isFalse
            ? [step('fault.judgedFalse', handledAtMs, { reason: '没有故障' })]
            : [
                step('fault.repaired', handledAtMs, { cause, parts: [{ name: '门机皮带', num: 1 + below(2) }] }),
                step('fault.confirmed', handledAtMs + minuteMs, {}),
              ]),
          ...(isHidden ? [step('fault.hidden', handledAtMs + 2 * minuteMs, { reason: '重复登记' })] : []),
        ],
      },
      { elevator: info, children: [], staff: new Map(), alarmId: null, causeNames: new Map() },
    );
    return { story, known: { isFalse, isHidden, kind: cause, handledAtMs: isFalse ? null : handledAtMs } };
  }

  function alarm(id: number, info: ElevatorInfo, raisedAtMs: number): Made {
    const isFalse = random() < 0.2;
    const isHidden = random() < 0.1;
    const kind = one(kinds);
    const closedAtMs = raisedAtMs + (1 + below(60)) * minuteMs;
    const acceptedAtMs = random() < 0.6 ? raisedAtMs + 30_000 : null;
    const story = alarmStory(
      id,
      {
        elevatorId: info.id,
        kind,
        receivedAtMs: raisedAtMs,
        atMs: raisedAtMs,
        repeatsAtMs: [],
        clearedAtMs: null,
        closedAtMs,
        isFalse,
      },
      info,
    );
    const [raised, ...others] = story.events;
    if (raised === undefined) throw new Error('an alarm is raised');
    return {
      story: {
        ...story,
        events: [
          raised,
          ...(acceptedAtMs === null ? [] : [byPerson('alarm.acknowledged', acceptedAtMs, {})]),
          ...others,
          ...(isHidden ? [byPerson('alarm.hidden', closedAtMs + 1, { reason: '重复记录' })] : []),
        ],
      },
      known: { isFalse, isHidden, kind, acceptedAtMs, handledAtMs: closedAtMs },
    };
  }

  return { rescue, exception: fault, alarm } as const;
}
