import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { chinaOffsetMs } from '../../../src/contract/time.ts';
import { topicOf } from './ruleEvent.ts';

const dayMinutes = 1_440;
const weekMinutes = 7 * dayMinutes;

/** A version of a rule, ready to evaluate. */
export interface CompiledRule {
  readonly ruleId: number;
  readonly version: number;
  readonly body: RuleBody;
  /** The topics that it listens to, by `topicOf`. */
  readonly topics: ReadonlySet<string>;
  /** The minutes of the week from Monday 00:00 in the city: 1 for the minutes that its schedule holds; undefined for always. */
  readonly minutes: Uint8Array | undefined;
  /** The lift belongs to one of these, if there are any; and to the rule's own organisation, if it has one. */
  readonly organizations: readonly OrganizationRef[];
  readonly ownOrganization: OrganizationRef | undefined;
  readonly openKinds: ReadonlySet<string>;
  /** It has to know which collectors are away. */
  readonly watchesCollectors: boolean;
  /** It has to know which conditions of a lift stand. */
  readonly watchesStanding: boolean;
}

export interface OrganizationRef {
  /** 1 area, 2 community, 3 brand, 4 property, 5 maintenance. */
  readonly type: number;
  readonly id: number;
}

/** Prepares a version of a rule. `ruleId` and `version` may be any numbers for a body that is not saved. */
export function compileRule({
  ruleId,
  version,
  body,
}: {
  readonly ruleId: number;
  readonly version: number;
  readonly body: RuleBody;
}): CompiledRule {
  const { listens, when, unless, organization } = body;
  return {
    ruleId,
    version,
    body,
    topics: new Set(listens.map(topicOf)),
    minutes: when.schedule.length === 0 ? undefined : minutesOf(when.schedule),
    organizations: when.organizations.map(toRef),
    ownOrganization: organization === '' ? undefined : toRef(organization),
    openKinds: new Set(unless.open_kinds),
    watchesCollectors: unless.offline || listens.some(({ source, value }) => source === 'device' && value === 'online'),
    watchesStanding: unless.open_kinds.length > 0,
  };
}

function toRef(text: string): OrganizationRef {
  const [type, id] = text.split('-').map(Number);
  return { type: type ?? 0, id: id ?? 0 };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A window that passes midnight belongs to the day on which it begins: Friday 22:00–06:00 ends on Saturday. */
function minutesOf(schedule: RuleBody['when']['schedule']): Uint8Array {
  const minutes = new Uint8Array(weekMinutes);
  for (const { days, from, to } of schedule) {
    const begin = minuteOf(from);
    const end = minuteOf(to);
    const length = end > begin ? end - begin : end - begin + dayMinutes;
    for (const day of days) {
      const first = (day - 1) * dayMinutes + begin;
      for (let minute = first; minute < first + length; minute += 1) minutes[minute % weekMinutes] = 1;
    }
  }
  return minutes;
}

/** The minute of the city's week, from Monday 00:00, in which the moment (epoch ms) lies. */
export function minuteOfWeek(epochMs: number): number {
  // The epoch began on a Thursday.
  const minutes = Math.floor((epochMs + chinaOffsetMs) / 60_000) + 3 * dayMinutes;
  return ((minutes % weekMinutes) + weekMinutes) % weekMinutes;
}
