import type { Responsible } from '../../../src/contract/events/responsible.ts';
import { startOfDayMs, toDisplayTime } from '../../../src/contract/time.ts';
import { minuteOfWeek } from './compileRule.ts';
import type { Firing } from './firing.ts';
import { wordsOf } from './firingWords.ts';
import type { TestFiring, TestRunFindings } from './testRunTask.ts';

const mostListed = 200;
/** The most firings for which it is worked out whom they would have notified. */
const mostFollowed = 20_000;
/** Positions that are compared with those of another version or rule. */
const mostCompared = 200_000;
const mostCommunities = 100;

const count = <Key>(counts: Map<Key, number>, key: Key): number => {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
};
const byCount = (a: readonly [unknown, number], b: readonly [unknown, number]): number => b[1] - a[1];

/** Adds up the firings of a test as they come. */
export class TestRunTally {
  #firings = 0;
  #gathered = 0;
  /** By the moment at which the day began. */
  readonly #byDay = new Map<number, number>();
  readonly #byHour = new Map<number, number>();
  readonly #byHourOfWeek = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  readonly #byKind = new Map<string, number>();
  readonly #words = new Map<string, string>();
  readonly #byCommunity = new Map<number, { readonly name: string; count: number }>();
  #mostInAnHour = { atMs: 0, count: 0 };
  #minute = { index: 0, count: 0 };
  #mostInAMinute = 0;
  #newest: Firing[] = [];
  #notifying: Pick<Firing, 'atMs' | 'elevatorId' | 'responsible'>[] = [];
  #isCut = false;
  readonly #own = new Set<number>();
  readonly #active = new Set<number>();
  readonly #others = new Map<number, Set<number>>();

  /** Adds a firing of the rule that is tested. */
  add(firing: Firing): void {
    this.#follow(firing);
    if (firing.kind !== 'fired') return;
    const { atMs, position, responsible, gathered } = firing;
    this.#firings += 1;
    this.#gathered += gathered;
    count(this.#byDay, startOfDayMs(atMs));
    const minute = minuteOfWeek(atMs);
    const day = this.#byHourOfWeek[Math.floor(minute / 1_440)];
    const hour = Math.floor((minute % 1_440) / 60);
    if (day !== undefined) day[hour] = (day[hour] ?? 0) + 1;
    count(this.#byKind, this.#kindOf(firing));
    const community = this.#byCommunity.get(responsible.communityId);
    if (community === undefined)
      this.#byCommunity.set(responsible.communityId, { name: responsible.communityName, count: 1 });
    else community.count += 1;
    this.#countPace(atMs);
    if (this.#own.size < mostCompared) this.#own.add(position);
    this.#newest.push(firing);
    if (this.#newest.length >= 2 * mostListed) this.#newest = this.#newest.slice(-mostListed);
  }

  #countPace(atMs: number): void {
    const hourMs = Math.floor(atMs / 3_600_000) * 3_600_000;
    const inHour = count(this.#byHour, hourMs);
    if (inHour > this.#mostInAnHour.count) this.#mostInAnHour = { atMs: hourMs, count: inHour };
    const index = Math.floor(atMs / 60_000);
    this.#minute = index === this.#minute.index ? { index, count: this.#minute.count + 1 } : { index, count: 1 };
    this.#mostInAMinute = Math.max(this.#mostInAMinute, this.#minute.count);
  }

  #kindOf({ source, value }: Firing): string {
    const key = `${source}:${value}`;
    const words = this.#words.get(key) ?? wordsOf({ source, value, phase: 'raised' });
    this.#words.set(key, words);
    return words;
  }

  #follow({ atMs, elevatorId, responsible }: Firing): void {
    this.#notifying.push({ atMs, elevatorId, responsible });
    if (this.#notifying.length < 2 * mostFollowed) return;
    this.#notifying = this.#notifying.slice(-mostFollowed);
    this.#isCut = true;
  }

  /** Adds a firing of the active version of the same rule. */
  addActive({ kind, position }: Firing): void {
    if (kind === 'fired' && this.#active.size < mostCompared) this.#active.add(position);
  }

  addOther(ruleId: number, { kind, position }: Firing): void {
    if (kind !== 'fired') return;
    const found = this.#others.get(ruleId) ?? new Set();
    this.#others.set(ruleId, found);
    if (found.size < mostCompared) found.add(position);
  }

  /** `isCompared`: there is an active version to compare with. */
  findings(events: number, isCompared: boolean): TestRunFindings {
    const isSame = (position: number): boolean => this.#active.has(position);
    const same = [...this.#own].filter(isSame).length;
    return {
      events,
      firings: this.#firings,
      gathered: this.#gathered,
      byDay: [...this.#byDay]
        .toSorted(([a], [b]) => a - b)
        .map(([beganMs, count]) => [toDisplayTime(beganMs).slice(0, 10), count]),
      byHourOfWeek: this.#byHourOfWeek,
      byKind: [...this.#byKind].toSorted(byCount),
      byCommunity: [...this.#byCommunity]
        .map(([id, found]) => ({ id, ...found }))
        .toSorted((a, b) => b.count - a.count)
        .slice(0, mostCommunities),
      mostInAnHour: this.#mostInAnHour,
      mostInAMinute: this.#mostInAMinute,
      newest: this.#newest
        .slice(-mostListed)
        .map((firing): TestFiring => toListed(firing, isCompared && !isSame(firing.position))),
      ...byResponsibility(this.#notifying.slice(-mostFollowed)),
      isCut: this.#isCut || this.#notifying.length > mostFollowed,
      compared: isCompared ? { added: this.#own.size - same, lost: this.#active.size - same, same } : null,
      overlaps: [...this.#others]
        .map(([ruleId, positions]) => ({ ruleId, count: [...this.#own].filter((one) => positions.has(one)).length }))
        .filter((overlap) => overlap.count > 0)
        .toSorted((a, b) => b.count - a.count),
    };
  }
}

/** Lifts of the same responsibility share one. */
function byResponsibility(
  firings: readonly Pick<Firing, 'atMs' | 'elevatorId' | 'responsible'>[],
): Pick<TestRunFindings, 'notifying' | 'responsibilities'> {
  const indexes = new Map<string, number>();
  const responsibilities: Responsible[] = [];
  const notifying = firings.map(({ atMs, elevatorId, responsible }) => {
    const key = JSON.stringify(responsible);
    const of = indexes.get(key) ?? responsibilities.push(responsible) - 1;
    indexes.set(key, of);
    return { atMs, elevatorId, of };
  });
  return { notifying, responsibilities };
}

function toListed(firing: Firing, isAdded: boolean): TestFiring {
  const { kind, position, atMs, elevatorId, tag, addr, responsible, reason, gathered, priority } = firing;
  const diff = isAdded ? 'added' : 'same';
  return { kind, position, atMs, elevatorId, tag, addr, responsible, reason, gathered, priority, diff };
}
