import { sql } from 'kysely';
import type { RescueAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { releaseWayLabels, releaseWays } from '../../../src/contract/labels.ts';
import { between, readDurations } from './durations.ts';
import type { Figures } from './figures.ts';
import { countsBy, namedOf } from './namedCounts.ts';
import { addedUp, countWhere, falseRecords, recordsWhere, sumBy, type RecordQuestion } from './records.ts';
import { hourOfDay } from './trap.ts';

type RescueFigures = RescueAnswer['rows'][number]['figures'];

interface RescueFact {
  readonly row_key: number;
  readonly is_false: 0 | 1;
  readonly num: number;
  readonly trapped: number;
  readonly answered: number;
  readonly answered_met: number;
  readonly arrived: number;
  readonly arrived_met: number;
  readonly level_1: number;
  readonly level_2: number;
  readonly level_3: number;
  readonly overdue: number;
  readonly to_120: number;
  readonly to_119: number;
  readonly to_110: number;
  readonly injured: number;
  readonly night: number;
}

interface WayFact {
  readonly row_key: number;
  readonly way: string;
  readonly num: number;
}

const confirmed = sql`t.was_trapped = 1`;
const falseCalls = falseRecords('rescue');

const waysOf = (facts: readonly WayFact[]): RescueFigures['release_ways'] =>
  namedOf(
    countsBy(facts, ({ way }) => way),
    (way) => {
      const known = releaseWays.find((name) => name === way);
      return known && releaseWayLabels[known];
    },
  );

/**
 * Rescues by their times and levels. Times until arrival, and from there until release, are those of confirmed entrapments. A limit that still
 * runs counts for nothing yet; one that has passed counts from that moment.
 */
export async function readRescueFigures(question: RecordQuestion): Promise<Figures<RescueFigures>> {
  const now = sql.lit(question.nowMs);
  // A call that ended before its limit without anybody having answered needed no answer.
  const isAnswerCounted = sql`(t.answered_at_ms is not null
    or (t.respond_due_at_ms < ${now} and (t.is_open = 1 or t.completed_at_ms > t.respond_due_at_ms)))`;
  const isArrivalCounted = sql`(t.arrived_at_ms is not null or (t.is_open = 1 and t.arrive_due_at_ms < ${now}))`;
  const [facts, ways, answer, arrival, release] = await Promise.all([
    addedUp(
      question,
      (
        key,
      ) => sql<RescueFact>`select ${key} as row_key, case when ${falseCalls} then 1 else 0 end as is_false, count(*) as num,
        ${countWhere(confirmed)} as trapped,
        ${countWhere(isAnswerCounted)} as answered,
        ${countWhere(sql`t.answered_at_ms <= t.respond_due_at_ms`)} as answered_met,
        ${countWhere(isArrivalCounted)} as arrived,
        ${countWhere(sql`t.arrived_at_ms <= t.arrive_due_at_ms`)} as arrived_met,
        ${countWhere(sql`t.notice_level <= 1`)} as level_1,
        ${countWhere(sql`t.notice_level = 2`)} as level_2,
        ${countWhere(sql`t.notice_level >= 3`)} as level_3,
        ${countWhere(sql`t.overdue = 1`)} as overdue,
        ${countWhere(sql`t.handed_to = '120'`)} as to_120,
        ${countWhere(sql`t.handed_to = '119'`)} as to_119,
        ${countWhere(sql`t.handed_to = '110'`)} as to_110,
        cast(coalesce(sum(t.injured_num), 0) as bigint) as injured,
        ${countWhere(sql`(${hourOfDay} >= 22 or ${hourOfDay} < 6)`)} as night
        from ${recordsWhere({ ...question, counted: sql`(${question.counted} or ${falseCalls})` })} group by 1, 2`,
    ),
    addedUp(
      question,
      (key) => sql<WayFact>`select ${key} as row_key, t.release_way as way, count(*) as num
        from ${recordsWhere(question, confirmed)} group by 1, 2`,
    ),
    readDurations(question, between('raised_at_ms', 'answered_at_ms')),
    readDurations(question, between('raised_at_ms', 'arrived_at_ms'), confirmed),
    readDurations(question, between('arrived_at_ms', 'released_at_ms'), confirmed),
  ]);
  const figuresOf = (
    all: readonly RescueFact[],
    released: readonly WayFact[],
    times: (trapped: number) => Pick<RescueFigures, 'answer' | 'arrival' | 'release'>,
  ): RescueFigures => {
    const of = all.filter((fact) => fact.is_false === 0);
    const sum = (member: Exclude<keyof RescueFact, 'row_key' | 'is_false'>): number =>
      sumBy(of, (fact) => fact[member]);
    return {
      false_num: sumBy(all, (fact) => (fact.is_false === 1 ? fact.num : 0)),
      answered: { met: sum('answered_met'), total: sum('answered') },
      arrived: { met: sum('arrived_met'), total: sum('arrived') },
      ...times(sum('trapped')),
      levels: [sum('level_1'), sum('level_2'), sum('level_3')],
      overdue_num: sum('overdue'),
      handed: { to_120: sum('to_120'), to_119: sum('to_119'), to_110: sum('to_110') },
      injured_num: sum('injured'),
      night_num: sum('night'),
      release_ways: waysOf(released),
    };
  };
  return {
    ofRow: (id, { num }) =>
      figuresOf(facts.ofRow(id), ways.ofRow(id), (trapped) => ({
        answer: answer.ofRow(id, num),
        arrival: arrival.ofRow(id, trapped),
        release: release.ofRow(id, trapped),
      })),
    ofAll: ({ num }) =>
      figuresOf(facts.ofAll, ways.ofAll, (trapped) => ({
        answer: answer.ofAll(num),
        arrival: arrival.ofAll(trapped),
        release: release.ofAll(trapped),
      })),
  };
}
